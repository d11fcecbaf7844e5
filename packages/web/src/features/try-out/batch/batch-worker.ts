import {
  createEvaluation,
  describeFailure,
  emptyChat,
  fileFromBlob,
  findCandidates,
  getTask,
  InputError,
  jsonText,
  readSchema,
  estimateBatch,
  describeRequest,
  reportCsv,
  reportPage,
  resultSummary,
  rowSummarizer,
  runBatch,
  size,
  sourcesFromBlobs,
  textPrompt,
  toBase64,
  viewLine,
  type BatchJournal,
  type BatchLine,
  type BatchProgress,
  type BatchSetup,
  type Connection,
  type FieldValue,
  type NamedBlob,
  type Report,
  type RowSummary,
  type TaskId,
} from '@tryout/engine';
import { expose } from 'comlink';
import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { openConnection, type Settings } from '../../../state/settings.ts';
import type { BatchChoices, BatchEnd, BatchPreview, BatchRecord, OnUpdate, PlainError } from './records.ts';
import { explainStorage, keysOf, openBatches, readLines, removeBatch } from './storage.ts';

/** Bytes of a source that is stored, so that the batch continues after a reload. */
const MAX_SOURCE = 500 * 1024 * 1024;
const MAX_ROWS = 100_000;
/** Rows that are passed on at once, and characters of a body in the preview. */
const PART = 500;
const MAX_BODY = 4000;
/** Milliseconds between updates of the page. */
const INTERVAL = 150;

let connection: Connection;
const running = new Map<string, { readonly stop: AbortController; readonly cancel: AbortController }>();
let previewing = new AbortController();

/** Everything of a batch that takes time runs here, in a worker of the page. */
const host = {
  /** Called before the others, and when the token changed. */
  connect(
    settings: Settings,
    token: string | undefined,
    renew: (refused: string) => Promise<string | undefined>,
  ) {
    const renewed = new Map<string, string>();
    connection = {
      ...openConnection(settings),
      token,
      renewal: {
        latest: (old) => renewed.get(old) ?? old,
        async renew(refused) {
          const next = await renew(refused);
          if (next !== undefined) renewed.set(refused, next);
          return next;
        },
      },
    };
  },

  /** The stored batches with the number of their lines, the newest first. */
  async list() {
    const open = await openBatches();
    const records = (await open.getAll('batches')).reverse();
    return Promise.all(
      records.map(async (record) => ({ ...record, ended: await open.count('lines', keysOf(record.id)) })),
    );
  },

  /** Reads a source once, and stores it. @throws for tables that cannot be read */
  async add(task: TaskId, title: string, files: readonly NamedBlob[]): Promise<BatchRecord> {
    const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
    if (bytes > MAX_SOURCE)
      throw new InputError(`${title} has ${size(bytes)}, more than ${size(MAX_SOURCE)}`, {
        hint: 'Use tryout batch for it.',
      });
    const columns = new Set<string>();
    let rows = 0;
    for (const source of sourcesFromBlobs(files, getTask(task), connection)) {
      let isFirst = true;
      for await (const row of source.rows()) {
        if (isFirst) for (const name of Object.keys(row)) columns.add(name);
        isFirst = false;
        rows += 1;
        if (rows > MAX_ROWS) break;
      }
    }
    if (rows === 0) throw new InputError(`${title} has no rows`, { hint: 'Choose another source.' });
    const record: BatchRecord = {
      id: Date.now().toString(36),
      task,
      title,
      createdAt: Date.now(),
      columns: [...columns],
      rows: Math.min(rows, MAX_ROWS),
      isCut: rows > MAX_ROWS,
    };
    const transaction = (await openBatches()).transaction(['batches', 'sources'], 'readwrite');
    await Promise.all([
      transaction.objectStore('batches').put(record),
      transaction.objectStore('sources').put(files, record.id),
      transaction.done,
    ]);
    return record;
  },

  /** A stored batch, whose rows are passed on in parts. @param label compares the answers with another column */
  async open(id: string, onUpdate: OnUpdate, label?: string): Promise<BatchRecord | undefined> {
    const open = await openBatches();
    const record = await open.get('batches', id);
    if (!record?.choices) return record;
    const choices = { ...record.choices, label: label ?? record.choices.label };
    if (label !== undefined) await open.put('batches', { ...record, choices });
    const summarize = createSummarizer(choices.label);
    let rows: RowSummary[] = [];
    for await (const line of readLines(id)) {
      rows.push(summarize(line));
      if (rows.length < PART) continue;
      await onUpdate(rows);
      rows = [];
    }
    await onUpdate(rows);
    return { ...record, choices };
  },

  remove: removeBatch,

  /** What would be sent. Stores the choices, and ends the preview before. */
  async preview(id: string, choices: BatchChoices): Promise<BatchPreview> {
    previewing.abort();
    previewing = new AbortController();
    const { signal } = previewing;
    const record = await requireRecord(id);
    await (await openBatches()).put('batches', { ...record, draft: choices });
    const { requests, cost, rows } = await estimateBatch(await createSetup(record, choices), signal);
    signal.throwIfAborted();
    const describeFile = (name: string, bytes: number) => `<${name}, ${size(bytes)}>`;
    const first = requests.map((planned) => {
      const { method, url, body } = describeRequest(planned, describeFile);
      const title = `Row ${planned.row}, ${planned.candidate.name}`;
      return { title, text: `${method} ${url}\n${body.slice(0, MAX_BODY)}` };
    });
    return { requests: first, cost, runs: rows * choices.destinations.length };
  },

  /** Runs all rows that are not finished. Other tabs cannot run the batch meanwhile. */
  async run(
    id: string,
    choices: BatchChoices,
    retriesErrors: boolean,
    onUpdate: OnUpdate,
  ): Promise<BatchEnd> {
    // Missing on pages over plain http.
    const { locks } = navigator as { readonly locks?: LockManager };
    const work = () => runStored(id, choices, retriesErrors, onUpdate).finally(() => running.delete(id));
    if (!locks) return work();
    return locks.request(`tryout-batch-${id}`, { ifAvailable: true }, (lock) => {
      if (lock) return work();
      throw new InputError('This batch runs in another tab', {
        hint: 'Continue it there, or stop it first.',
      });
    });
  },

  /** Starts no more rows. Again: cancels those in flight. */
  stop(id: string): void {
    const { stop, cancel } = running.get(id) ?? {};
    if (stop?.signal.aborted) cancel?.abort();
    stop?.abort();
  },

  /** The lines of a row, one for each model, with their files, and the files of its inputs. */
  async row(id: string, row: number) {
    const open = await openBatches();
    const lines = await open.getAllFromIndex('lines', 'row', [id, row]);
    const paths = Object.values(lines[0]?.line.input ?? {});
    const files = ((await open.get('sources', id)) ?? []).filter(({ path }) => paths.includes(path));
    const answers = lines.map(async ({ line }) => ({ line, media: await getMedia(id, line) }));
    return { answers: await Promise.all(answers), files };
  },

  /** The report as the content of its page, with the style sheet. */
  async report(id: string, label: string): Promise<{ content: Root; style: string }> {
    const page = fromHtml(reportPage(await createReport(id, label)));
    const find = (nodes: Root['children'], name: string): Root['children'] =>
      nodes.flatMap((node) =>
        node.type !== 'element' ? [] : node.tagName === name ? [node] : find(node.children, name),
      );
    const [main, footer] = [find(page.children, 'main')[0], find(page.children, 'footer')[0]];
    const [style] = find(page.children, 'style').flatMap(
      (node) => (node as { children: Root['children'] }).children,
    );
    const children = [main, footer].flatMap((node) => (node?.type === 'element' ? node.children : []));
    return { content: { type: 'root', children }, style: style?.type === 'text' ? style.value : '' };
  },

  /** The output as a file. */
  async download(id: string, format: 'jsonl' | 'csv' | 'html', label: string): Promise<Blob> {
    if (format === 'csv') return new Blob([reportCsv(await createReport(id, label))], { type: 'text/csv' });
    if (format === 'html')
      return new Blob([reportPage(await createReport(id, label))], { type: 'text/html' });
    const lines: BatchLine[] = [];
    for await (const line of readLines(id)) lines.push(line);
    lines.sort((a, b) => a.row - b.row);
    const parts: Blob[] = [];
    for (const line of lines) parts.push(new Blob([`${jsonText(await withData(id, line))}\n`]));
    return new Blob(parts, { type: 'application/jsonl' });
  },
};

export type BatchHost = typeof host;

async function requireRecord(id: string): Promise<BatchRecord> {
  const record = await (await openBatches()).get('batches', id);
  if (record) return record;
  throw new InputError('This batch was deleted', { hint: 'Start a new one.' });
}

/** Summarizes lines; results without a text are described. */
function createSummarizer(label: string): (line: BatchLine) => RowSummary {
  const summarize = rowSummarizer(label || undefined);
  return (line) => {
    const row = summarize(line);
    const { contentType, bytes } = (line.value ?? {}) as {
      readonly contentType?: string;
      readonly bytes?: number;
    };
    if (contentType !== undefined)
      return { ...row, failure: undefined, answer: `${contentType}, ${size(bytes ?? 0)}` };
    const view = /^[[{]/.test(row.answer) ? viewLine(line) : undefined;
    return view && view.kind !== 'text' ? { ...row, answer: resultSummary(view) } : row;
  };
}

/** @throws InputError for choices that do not fit */
async function createSetup(record: BatchRecord, choices: BatchChoices): Promise<BatchSetup> {
  const task = getTask(record.task);
  const files = (await (await openBatches()).get('sources', record.id)) ?? [];
  const sources = sourcesFromBlobs(files, task, connection).map((source, index) => ({
    ...source,
    count: () => Promise.resolve(index === 0 ? record.rows : 0),
  }));
  const { concurrency, maxCost, prompt, system, schema, parameters, flags, billTo, columns } = choices;
  const candidates = await findCandidates(connection, task, choices.destinations, concurrency);
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost !== undefined && unpriced)
    throw new InputError(`The price of ${unpriced.name} is unknown, so its cost cannot be limited`, {
      hint: 'Remove the limit of the cost, or choose a chat model with a price.',
    });
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

async function runStored(
  id: string,
  choices: BatchChoices,
  retriesErrors: boolean,
  onUpdate: OnUpdate,
): Promise<BatchEnd> {
  const [stop, cancel] = [new AbortController(), new AbortController()];
  running.set(id, { stop, cancel });
  const open = await openBatches();
  const record = await requireRecord(id);
  const setup = { ...(await createSetup(record, choices)), retriesErrors };
  await open.put('batches', { ...record, choices });
  const known = new Map<string, 'done' | 'failed'>();
  const summarize = createSummarizer(choices.label);
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
    spent += line.cost ?? 0;
    // Another tab may have added it.
    rows.push(summarize(line));
    if (rows.length === PART) pass();
  }
  const journal: BatchJournal = {
    spent,
    find: (key) => known.get(key),
    async append(line) {
      await explainStorage(() => open.put('lines', { batch: id, line }));
      known.set(line.key, line.error ? 'failed' : 'done');
      if (line.error) failed += 1;
      else done += 1;
      rows.push(summarize(line));
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

/** The file of an image or sound that a model answered with. */
async function getMedia(id: string, { value }: BatchLine): Promise<Blob | undefined> {
  const { file } = (value ?? {}) as { readonly file?: unknown };
  return typeof file === 'string' ? (await openBatches()).get('media', [id, file]) : undefined;
}

/** A line with its file as data, as `tryout batch` prints it. */
async function withData(id: string, line: BatchLine): Promise<BatchLine> {
  const media = await getMedia(id, line);
  if (!media) return line;
  const data = toBase64(new Uint8Array(await media.arrayBuffer()));
  return { ...line, value: { ...(line.value as object), file: null, data } };
}

async function createReport(id: string, label: string): Promise<Report> {
  const evaluation = createEvaluation(label || undefined);
  for await (const line of readLines(id)) evaluation.add(line);
  return evaluation.finish();
}

function toPlain(error: unknown): PlainError {
  const { message, hint, code } = describeFailure(error);
  return { message, hint: hint ?? undefined, code };
}

/** Errors lose their properties between threads, unless they are plain objects. */
for (const [name, method] of Object.entries(host))
  Object.assign(host, {
    [name]: async (...parameters: never[]) => {
      try {
        return await explainStorage(async () => (method as (...all: never[]) => unknown)(...parameters));
      } catch (error) {
        throw toPlain(error);
      }
    },
  });

expose(host);
