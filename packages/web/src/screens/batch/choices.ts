import {
  DEFAULT_BATCH_CONCURRENCY,
  findLabelColumn,
  getChosenPlace,
  isFileInput,
  type Candidate,
  type SessionState,
  type Task,
} from '@tryout/engine';
import { toBlob } from '../../lib/blobs.ts';
import type { BatchChoices, BatchRecord } from '../../state/batch/records.ts';

/** What is chosen on the page of a batch; the rest is in the session. */
export interface Draft extends Pick<BatchChoices, 'prompt' | 'label' | 'concurrency' | 'limit' | 'maxCost'> {
  /** By field; undefined for an input that is the same for all rows. */
  readonly columns: Readonly<Record<string, string | undefined>>;
}

/** Names of columns that number the rows, as those that pandas adds. */
const ROW_NAMES = /^(?:#|(?:.*[ _-])?id|index|key|n[or]?|number|row|unnamed.*|uuid)?$/i;

/** Columns named like a field are mapped, and one named like labels is compared. */
export function createDraft(task: Task, { columns, draft }: BatchRecord): Draft {
  if (draft) return draft;
  const fields = Object.keys(task.fields);
  const mapped = Object.fromEntries(
    fields.map((field) => [field, columns.find((each) => toKey(each) === toKey(field))]),
  );
  const label = findLabelColumn(columns.filter((each) => !Object.values(mapped).includes(each)));
  const [first = columns[0]] = columns.filter((each) => each !== label && !ROW_NAMES.test(each));
  if (fields.every((field) => mapped[field] === undefined)) mapped[fields[0]!] = first;
  return {
    columns: mapped,
    prompt: task.conversation ? `{{${mapped[task.conversation.message] ?? first}}}` : '',
    label: label === first ? '' : (label ?? ''),
    concurrency: DEFAULT_BATCH_CONCURRENCY,
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
  const columns: Record<string, string> = {};
  const constants: Record<string, BatchChoices['values'][string]> = {};
  for (const name of Object.keys(task.fields)) {
    const [column, value] = [draft.columns[name], values[name]];
    if (name === task.conversation?.message) continue;
    if (column !== undefined) columns[name] = column;
    else constants[name] = isFileInput(value) ? { path: value.name, blob: await toBlob(value) } : value;
  }
  return {
    ...draft,
    columns,
    values: constants,
    destinations: candidates.map(({ model, provider }) =>
      provider
        ? { model: `${model}:${provider}` }
        : getChosenPlace({
            model: model || undefined,
            // Several models have no endpoint in common.
            choices: candidates.length > 1 ? { ...choices, endpointUrl: undefined } : choices,
          }),
    ),
    system: task.conversation ? chat.system : '',
    parameters,
    schema: task.conversation && choices.schema,
    flags: choices.flags,
    billTo: choices.billTo,
  };
}
