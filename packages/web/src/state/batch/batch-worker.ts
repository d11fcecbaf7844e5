import {
  describeRequest,
  estimateBatch,
  getTask,
  InputError,
  size,
  sourcesFromBlobs,
  type Connection,
  type NamedBlob,
  type RowSummary,
  type TaskId,
  whyBroken,
} from '@tryout/engine';
import { expose } from 'comlink';
import { openConnection, type Settings } from '../settings.ts';
import { createDownload, getMedia, renderReport } from './batch-output.ts';
import { createSetup, isCurrent, MAX_ROWS, PART, runStored, setLabel, toPlain } from './batch-run.ts';
import {
  isBatchRecord,
  isStoredLine,
  type BatchChoices,
  type BatchEnd,
  type BatchPreview,
  type BatchRecord,
  type OnUpdate,
} from './records.ts';
import {
  changeRecord,
  explainStorage,
  keysOf,
  openBatches,
  readLines,
  removeBatch,
  removeDamaged,
} from '../stored/batches.ts';

/** Bytes of a source that is stored, so that the batch continues after a reload. */
const MAX_SOURCE = 500 * 1024 * 1024;
/** Milliseconds between reports of rows that are read. */
const REPORT_INTERVAL = 1000;
/** Characters of a body in the preview. */
const MAX_BODY = 4000;

let connection: Connection;
interface Running {
  readonly stop: AbortController;
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

const running = new Map<string, Running>();
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

  /** The stored batches with the number of their lines, the newest first, and the number of damaged ones. */
  async list() {
    const open = await openBatches();
    const all = await open.getAll('batches');
    const records = all.filter(isBatchRecord).reverse();
    const batches = records.map(async (record) => ({
      ...record,
      ended: await open.count('lines', keysOf(record.id)),
    }));
    return { batches: await Promise.all(batches), damaged: all.length - records.length };
  },

  /** Reads a source once, and stores it. @param onRow called now and then @throws for tables that cannot be read */
  async add(
    task: TaskId,
    title: string,
    files: readonly NamedBlob[],
    onRow: () => void,
  ): Promise<BatchRecord> {
    const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
    if (bytes > MAX_SOURCE)
      throw new InputError(`${title} has ${size(bytes)}, more than ${size(MAX_SOURCE)}`, {
        hint: 'Use tryout batch for it.',
      });
    const columns = new Set<string>();
    let [rows, last] = [0, Date.now()];
    for (const source of sourcesFromBlobs(files, getTask(task), connection)) {
      let isFirst = true;
      for await (const row of source.rows()) {
        if (isFirst && !whyBroken(row)) {
          for (const name of Object.keys(row)) columns.add(name);
          isFirst = false;
        }
        rows += 1;
        if (rows > MAX_ROWS) break;
        if (Date.now() - last < REPORT_INTERVAL) continue;
        last = Date.now();
        onRow();
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

  /**
   * A stored batch, whose rows are passed on in parts. Damaged ones are left out.
   * @param label compares the answers with another column
   */
  async open(id: string, onUpdate: OnUpdate, label?: string): Promise<BatchRecord | undefined> {
    let record: BatchRecord | undefined = await (await openBatches()).get('batches', id);
    if (!isBatchRecord(record)) return undefined;
    let damaged = 0;
    if (!record.choices) return record;
    if (label !== undefined)
      record = await changeRecord(id, (before) => ({ ...before, choices: { ...before.choices!, label } }));
    const summarize = setLabel(id, record.choices!.label);
    let rows: RowSummary[] = [];
    for await (const line of readLines(id, () => (damaged += 1))) {
      // Another label was chosen meanwhile.
      if (!isCurrent(id, summarize)) return { ...record, damaged };
      rows.push(summarize(line));
      if (rows.length < PART) continue;
      await onUpdate(rows);
      rows = [];
    }
    await onUpdate(rows);
    return { ...record, damaged };
  },

  removeDamaged,

  /** Cancels its run first. */
  async remove(id: string): Promise<void> {
    const current = running.get(id);
    current?.stop.abort();
    current?.cancel.abort();
    await current?.ended;
    await withLock(id, () => removeBatch(id), current === undefined);
  },

  /** What would be sent. Stores the choices, and ends the preview before. */
  async preview(id: string, choices: BatchChoices): Promise<BatchPreview> {
    previewing.abort();
    previewing = new AbortController();
    const { signal } = previewing;
    const record = await changeRecord(id, (before) => ({ ...before, draft: choices }));
    const { requests, cost, isCostRough, rows, failure } = await estimateBatch(
      await createSetup(connection, record, choices),
      signal,
    );
    signal.throwIfAborted();
    const first = requests.map((planned) => {
      const { method, url, body } = describeRequest(planned);
      const title = `Row ${planned.row}, ${planned.candidate.name}`;
      return { title, text: `${method} ${url}\n${body.slice(0, MAX_BODY)}` };
    });
    return { requests: first, failure, cost, isCostRough, runs: rows * choices.destinations.length };
  },

  /** Runs all rows that are not finished. Other tabs cannot run the batch meanwhile. */
  async run(
    id: string,
    choices: BatchChoices,
    retriesErrors: boolean,
    onUpdate: OnUpdate,
  ): Promise<BatchEnd> {
    return withLock(id, () => {
      const [stop, cancel] = [new AbortController(), new AbortController()];
      const work = runStored(connection, id, choices, { retriesErrors, onUpdate, stop, cancel });
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      running.set(id, { stop, cancel, ended });
      return work.finally(() => running.delete(id));
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
    const lines = (await open.getAllFromIndex('lines', 'row', [id, row])).filter(isStoredLine);
    const paths = Object.values(lines[0]?.line.input ?? {});
    const files = ((await open.get('sources', id)) ?? []).filter(({ path }) => paths.includes(path));
    const answers = lines.map(async ({ line }) => ({ line, media: await getMedia(id, line) }));
    return { answers: await Promise.all(answers), files };
  },

  report: renderReport,
  download: createDownload,
};

export type BatchHost = typeof host;

/** Keeps other tabs from the batch meanwhile. @throws InputError if one of them runs it */
async function withLock<Result>(
  id: string,
  work: () => Promise<Result>,
  ifAvailable = true,
): Promise<Result> {
  // Missing on pages over plain http.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return work();
  return locks.request(`tryout-batch-${id}`, { ifAvailable }, (lock) => {
    if (lock) return work();
    throw new InputError('This batch runs in another tab', {
      hint: 'Continue it there, or stop it first.',
    });
  });
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
