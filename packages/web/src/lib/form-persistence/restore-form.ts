import {
  isTaskId,
  taskNamed,
  visibleLine,
  type FieldDraft,
  type FieldValue,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { readValues, type StorableValue } from './stored-values.ts';
import { readTabForm, restoreValue, type SavedInputs, type SavedValue } from './tab-form.ts';

/** A form that was saved in this tab. */
export interface RestoredForm {
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly inputs: ReadonlyMap<TaskId, TaskInputs>;
  readonly saved: Readonly<Record<string, SavedInputs>>;
  /** IDs of stored values that no other tab uses. */
  readonly ownIds: readonly string[];
  /** Names of inputs that could not be restored. */
  readonly lost: readonly string[];
}

/** Never rejects; `lost` lists what could not be restored. */
export async function restoreForm(): Promise<RestoredForm> {
  const form = readTabForm();
  const saved = form?.inputs ?? {};
  const ids = Object.values(saved)
    .flatMap(({ values, drafts }) => [...Object.values(values), ...Object.values(drafts)])
    .flatMap((value) => ('id' in value ? [value.id] : []));
  const stored = await readValues(ids).catch(() => new Map<string, StorableValue>());
  const inputs = new Map<TaskId, TaskInputs>();
  const lost: string[] = [];

  function restoreInputs(task: TaskId, { values, drafts, parameters, choices }: SavedInputs) {
    const own = (all: Readonly<Record<string, SavedValue>>, name: string) =>
      Object.hasOwn(all, name) ? all[name] : undefined;
    const restored = { values: {} as Record<string, FieldValue>, drafts: {} as Record<string, FieldDraft> };
    for (const [name, field] of Object.entries(taskNamed(task).fields)) {
      const [value, draft] = [own(values, name), own(drafts, name)];
      if (draft) restored.drafts[name] = restoreValue(draft, undefined, stored) as FieldDraft;
      if (!value) continue;
      restored.values[name] = restoreValue(value, field, stored) as FieldValue;
      if (restored.values[name] === undefined && 'id' in value)
        lost.push(visibleLine(value.file?.name ?? field.label));
    }
    const texts = Object.entries(parameters).filter(([, text]) => typeof text === 'string');
    inputs.set(task, { ...restored, parameters: Object.fromEntries(texts), choices });
  }

  for (const [task, each] of Object.entries(saved)) if (isTaskId(task)) restoreInputs(task, each);
  return { task: form?.task, model: form?.model, inputs, saved, ownIds: form?.isShown ? [] : ids, lost };
}
