import { isTaskId, taskNamed, visibleLine, type TaskId, type TaskInputs } from '@tryout/engine';
import { takeParts } from './database.ts';
import { draftOf, valueOf, type KeptValue } from './kept-value.ts';
import { readTabForm, type KeptInputs, type TabForm } from './tab-form.ts';
import { draftSlot, slotName } from './unkept.ts';

/** What the page before has left for this one. */
export interface TakenForm {
  readonly task?: string;
  readonly model?: string | undefined;
  readonly inputs: ReadonlyMap<TaskId, TaskInputs>;
  /** How each value and draft is kept, by slot. */
  readonly kept: ReadonlyMap<string, KeptValue>;
  /** Parts that no other page needs. */
  readonly own: readonly string[];
  /** Names of the inputs that could not be restored. */
  readonly lost: readonly string[];
}

/** Reads what was filled in when this tab was left last. Never rejects. */
export async function takeForm(): Promise<TakenForm> {
  const form = readTabForm();
  const ids = form ? partsOf(form) : [];
  const parts = ids.length === 0 ? new Map<string, unknown>() : await takeParts(ids).catch(() => new Map());
  const inputs = new Map<TaskId, TaskInputs>();
  const kept = new Map<string, KeptValue>();
  const lost: string[] = [];
  for (const [task, each] of Object.entries(form?.inputs ?? {})) {
    if (isTaskId(task)) inputs.set(task, inputsOf(task, each, { parts, kept, lost }));
  }
  return { task: form?.task, model: form?.model, inputs, kept, own: form?.isShown ? [] : ids, lost };
}

function partsOf({ inputs }: TabForm): string[] {
  return Object.values(inputs)
    .flatMap(({ values, drafts = {} }) => [...Object.values(values), ...Object.values(drafts)])
    .flatMap((value) => ('part' in value ? [value.part] : []));
}

interface Reading {
  readonly parts: ReadonlyMap<string, unknown>;
  readonly kept: Map<string, KeptValue>;
  readonly lost: string[];
}

function inputsOf(
  task: TaskId,
  { values, drafts = {}, parameters, choices }: KeptInputs,
  { parts, kept, lost }: Reading,
): TaskInputs {
  const fields = Object.entries(taskNamed(task).fields);

  function read<Value>(
    slot: string,
    each: KeptValue | undefined,
    restore: (kept: KeptValue, stored: unknown) => Value,
  ): Value | undefined {
    if (!each) return undefined;
    try {
      const value = restore(each, 'part' in each ? parts.get(each.part) : undefined);
      if (value !== undefined) kept.set(slot, each);
      return value;
    } catch {
      return undefined;
    }
  }

  const readValues = fields.map(([name, field]) => {
    const each = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = read(slotName(task, name), each, (it, stored) => valueOf(it, field, stored));
    if (value === undefined && each && 'part' in each) lost.push(visibleLine(each.file?.name ?? field.label));
    return [name, value] as const;
  });
  const readDrafts = fields.map(([name]) => {
    const each = Object.hasOwn(drafts, name) ? drafts[name] : undefined;
    return [name, read(draftSlot(task, name), each, draftOf)] as const;
  });
  return {
    values: Object.fromEntries(readValues),
    drafts: Object.fromEntries(readDrafts),
    parameters: textsIn(parameters),
    choices,
  };
}

function textsIn(parameters: TaskInputs['parameters']): TaskInputs['parameters'] {
  return Object.fromEntries(Object.entries(parameters).filter(([, text]) => typeof text === 'string'));
}
