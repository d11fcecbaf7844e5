import {
  getDestination,
  isFileInput,
  type Candidate,
  type SessionState,
  type Task,
  type TypedParameters,
} from '@tryout/engine';
import { toBlob } from '../../../lib/blobs.ts';
import type { BatchChoices, BatchRecord } from './records.ts';

/** What is chosen on the page of a batch; the rest is in the session. */
export type Draft = Pick<
  BatchChoices,
  'columns' | 'prompt' | 'schema' | 'label' | 'concurrency' | 'limit' | 'maxCost'
>;

const DEFAULT_CONCURRENCY = 8;
const labelNames = /^(?:labels?|expected|answers?|targets?|references?)$/i;

/** Columns named like a field are mapped, and one named like labels is compared. */
export function createDraft(task: Task, { columns, draft }: BatchRecord): Draft {
  if (draft) return draft;
  const message = task.conversation?.message;
  const fields = Object.keys(task.fields);
  const named = fields.flatMap((field) => {
    const column = columns.find((each) => toKey(each) === toKey(field));
    return column === undefined ? [] : [[field, column] as const];
  });
  const mapped = new Map(named.length > 0 ? named : [[fields[0]!, columns[0]!] as const]);
  const used = [...mapped.values()];
  return {
    columns: Object.fromEntries(mapped),
    prompt: message === undefined ? '' : `{{${mapped.get(message) ?? columns[0]}}}`,
    schema: '',
    label: columns.find((each) => labelNames.test(each) && !used.includes(each)) ?? '',
    concurrency: DEFAULT_CONCURRENCY,
  };
}

const toKey = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The choices of a batch with the session's inputs, parameters and options. */
export async function createChoices(
  task: Task,
  candidates: readonly Candidate[],
  { values, parameters, choices, chat }: SessionState,
  draft: Draft,
): Promise<BatchChoices> {
  const message = task.conversation?.message;
  const constants = Object.keys(task.fields).filter(
    (name) => name !== message && draft.columns[name] === undefined,
  );
  const entries = constants.map(async (name) => {
    const value = values[name];
    return [name, isFileInput(value) ? { path: value.name, blob: await toBlob(value) } : value] as const;
  });
  return {
    ...draft,
    columns: Object.fromEntries(
      Object.entries(draft.columns).filter(([name, column]) => name !== message && column !== undefined),
    ),
    destinations: candidates.map(({ model, provider }) =>
      getDestination({ model: provider ? `${model}:${provider}` : model, choices: provider ? {} : choices }),
    ),
    values: Object.fromEntries(await Promise.all(entries)),
    system: message === undefined ? '' : chat.system,
    parameters: parameters as TypedParameters,
    flags: choices.flags,
    billTo: choices.billTo,
  };
}
