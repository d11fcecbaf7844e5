import { isTaskId, taskNamed, visibleLine, type Draft, type Field, type TaskId } from '@tryout/engine';
import { draftName, putBeside } from '../draft-beside.ts';
import { takeParts } from './database.ts';
import { valueOf, type KeptValue } from './kept-value.ts';
import { readTabForm, type KeptDraft, type TabForm } from './tab-form.ts';
import { slotName } from './unkept.ts';

/** What the page before has left for this one. */
export interface TakenForm {
  readonly task?: string;
  readonly model?: string | undefined;
  readonly drafts: ReadonlyMap<TaskId, Draft>;
  /** How each value is kept, by slot. */
  readonly kept: ReadonlyMap<string, KeptValue>;
  /** Parts that no other page needs. */
  readonly own: readonly string[];
  /** What is gone, in words for the person. */
  readonly lost: readonly string[];
}

/** Reads what was filled in when this tab was left last. Never rejects: what cannot be read is told. */
export async function takeForm(): Promise<TakenForm> {
  const form = readTabForm();
  const ids = form ? partsOf(form) : [];
  const parts = ids.length === 0 ? new Map<string, unknown>() : await takeParts(ids).catch(() => new Map());
  const drafts = new Map<TaskId, Draft>();
  const kept = new Map<string, KeptValue>();
  const lost: string[] = [];
  for (const [task, draft] of Object.entries(form?.drafts ?? {})) {
    if (isTaskId(task)) drafts.set(task, draftOf(task, draft, { parts, kept, lost }));
  }
  return {
    ...(form?.task === undefined ? {} : { task: form.task, model: form.model }),
    drafts,
    kept,
    own: form?.isShown ? [] : ids,
    lost,
  };
}

function partsOf({ drafts }: TabForm): string[] {
  return Object.values(drafts)
    .flatMap(({ values }) => Object.values(values))
    .flatMap((value) => ('part' in value ? [value.part] : []));
}

interface Reading {
  readonly parts: ReadonlyMap<string, unknown>;
  readonly kept: Map<string, KeptValue>;
  readonly lost: string[];
}

function draftOf(task: TaskId, { values, parameters, choices }: KeptDraft, reading: Reading): Draft {
  const { fields } = taskNamed(task);
  const read = (name: string, field: Field | undefined) => {
    const kept = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!kept) return undefined;
    const value = readValue(kept, field, reading.parts);
    if (value !== undefined) reading.kept.set(slotName(task, name), kept);
    else if ('part' in kept && field) reading.lost.push(visibleLine(kept.file?.name ?? field.label));
    return value;
  };
  const all = Object.entries(fields).flatMap(([name, field]) => {
    const value = read(name, field);
    const beside = read(draftName(name), undefined);
    if (beside !== undefined) putBeside(beside as unknown as object, value);
    return [
      [name, value],
      [draftName(name), beside],
    ] as const;
  });
  return { values: Object.fromEntries(all), parameters: textsIn(parameters), choices };
}

function readValue(kept: KeptValue, field: Field | undefined, parts: Reading['parts']) {
  try {
    return valueOf(kept, field, 'part' in kept ? parts.get(kept.part) : undefined);
  } catch {
    return undefined;
  }
}

function textsIn(parameters: Draft['parameters']): Draft['parameters'] {
  return Object.fromEntries(Object.entries(parameters).filter(([, text]) => typeof text === 'string'));
}
