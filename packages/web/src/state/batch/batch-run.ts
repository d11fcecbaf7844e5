import {
  createKeyNumbers,
  describeFailure,
  emptyChat,
  fileFromBlob,
  findCandidates,
  getSpent,
  getTask,
  readSchema,
  requirePrices,
  rowSummarizer,
  runBatch,
  sourcesFromBlobs,
  textPrompt,
  type BatchJournal,
  type BatchLine,
  type BatchProgress,
  type BatchSetup,
  type Connection,
  type FieldValue,
  type NamedBlob,
  type RowSummary,
} from '@tryout/engine';
import type { BatchChoices, BatchEnd, BatchRecord, OnUpdate, PlainError } from './records.ts';
import { changeRecord, explainStorage, openBatches, readLines } from '../stored/batches.ts';

export const MAX_ROWS = 100_000;
/** Rows that are passed on at once. */
export const PART = 500;
/** Milliseconds between updates of the page. */
const INTERVAL = 150;

const summarizers = new Map<string, (line: BatchLine) => RowSummary>();

/** Returns what summarizes lines of the batch from now on, also while it runs. */
export function setLabel(id: string, label: string): (line: BatchLine) => RowSummary {
  const summarize = rowSummarizer(label || undefined);
  summarizers.set(id, summarize);
  return summarize;
}

export const isCurrent = (id: string, summarize: (line: BatchLine) => RowSummary) =>
  summarizers.get(id) === summarize;

/** @throws InputError for choices that do not fit */
export async function createSetup(
  connection: Connection,
  record: BatchRecord,
  choices: BatchChoices,
): Promise<BatchSetup> {
  const task = getTask(record.task);
  const files = (await (await openBatches()).get('sources', record.id)) ?? [];
  const sources = sourcesFromBlobs(files, task, connection).map((source, index) => ({
    ...source,
    count: () => Promise.resolve(index === 0 ? record.rows : 0),
  }));
  const { concurrency, maxCost, prompt, system, schema, parameters, flags, billTo, columns } = choices;
  const candidates = await findCandidates(connection, task, choices.destinations, concurrency);
  requirePrices(candidates, maxCost);
  return {
    task,
    sources,
    candidates,
    columns,
    values: Object.fromEntries(Object.entries(choices.values).map(([name, value]) => [name, toValue(value)])),
    prompt: prompt === '' ? undefined : textPrompt(prompt),
    chat: task.conversation && system !== '' ? { ...emptyChat, system } : undefined,
    run: {
      parameters,
      flags,
      billTo,
      stream: false,
      schema: schema === undefined ? undefined : await readSchema(schema),
    },
    concurrency,
    limit: Math.min(choices.limit ?? MAX_ROWS, record.rows),
    maxCost,
  };
}

function toValue(value: BatchChoices['values'][string]): FieldValue | undefined {
  const { path, blob } = (value ?? {}) as Partial<NamedBlob>;
  return blob instanceof Blob ? fileFromBlob(blob, path!) : (value as FieldValue | undefined);
}

interface RunOptions {
  readonly retriesErrors: boolean;
  readonly onUpdate: OnUpdate;
  readonly stop: AbortController;
  readonly cancel: AbortController;
}

/** Runs the rows that are not in the journal. */
export async function runStored(
  connection: Connection,
  id: string,
  choices: BatchChoices,
  { retriesErrors, onUpdate, stop, cancel }: RunOptions,
): Promise<BatchEnd> {
  const open = await openBatches();
  const record = await changeRecord(id);
  const setup = { ...(await createSetup(connection, record, choices)), retriesErrors };
  await changeRecord(id, (before) => ({ ...before, choices }));
  const known = new Map<string, 'done' | 'failed'>();
  const numbers = createKeyNumbers();
  setLabel(id, choices.label);
  let rows: RowSummary[] = [];
  let progress: BatchProgress | undefined;
  let [done, failed] = [0, 0];
  const pass = () => {
    // The progress is reported now and then.
    if (rows.length > 0) void onUpdate(rows, progress && { ...progress, done, failed });
    rows = [];
  };
  let spent = 0;
  for await (const line of readLines(id)) {
    known.set(line.key, line.error ? 'failed' : 'done');
    numbers.add(line.key);
    spent += getSpent(line);
    // Another tab may have added it.
    rows.push(summarizers.get(id)!(line));
    if (rows.length === PART) pass();
  }
  const journal: BatchJournal = {
    spent,
    find: (key) => known.get(key),
    numbersOf: numbers.numbersOf,
    async append(line) {
      await explainStorage(() => open.put('lines', { batch: id, line }));
      if (line.error) failed += 1;
      else done += 1;
      rows.push(summarizers.get(id)!(line));
    },
    async saveMedia({ bytes, contentType }, key) {
      await explainStorage(() => open.put('media', new Blob([bytes], { type: contentType }), [id, key]));
      return key;
    },
  };
  const timer = setInterval(pass, INTERVAL);
  try {
    const { stop: end, ...last } = await runBatch(setup, journal, {
      stop: stop.signal,
      cancel: cancel.signal,
      onProgress: (next) => (progress = next),
    });
    return { progress: last, reason: end?.reason, error: end?.error && toPlain(end.error) };
  } finally {
    clearInterval(timer);
    pass();
  }
}

/** An error as it is passed between threads. */
export function toPlain(error: unknown): PlainError {
  const { message, hint, code } = describeFailure(error);
  return { message, hint: hint ?? undefined, code };
}
