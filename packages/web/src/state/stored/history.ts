import {
  defaultHistoryLimits,
  toHistoryEntry,
  getFiles,
  HistoryError,
  matches,
  runFileText,
  getMessage,
  type History,
  type HistoryLimits,
  type RunFile,
  type StoredRun,
} from '@tryout/engine';
import { announceChange, isQuotaError, ROWS, type OpenDatabase } from './database.ts';
import { parseRows, type RunRow } from './rows.ts';
import { tidyStorage } from './tidy.ts';

/** Minimum share of the history to delete when the browser has no storage left. */
const FREED_SHARE = 0.1;

/** A history that skips runs that are not of this version's form. */
export interface BrowserHistory extends History {
  /** The number of these runs. @throws HistoryError */
  countDamaged(): Promise<number>;
  /** @throws HistoryError */
  removeDamaged(): Promise<void>;
}

/** The runs of this browser. */
export function createBrowserHistory(
  open: OpenDatabase,
  limits: HistoryLimits = defaultHistoryLimits,
): BrowserHistory {
  /** One transaction: a tab that closes or crashes leaves a run with all its parts or none. */
  async function change(
    next: (rows: readonly RunRow[]) => readonly RunRow[],
    newRun?: { readonly storedRun: StoredRun; readonly row: RunRow },
    keepsDamaged = true,
  ): Promise<void> {
    const stores = ['runs', 'entries', 'media'] as const;
    const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
    const [runs, entries, media] = [
      transaction.objectStore('runs'),
      transaction.objectStore('entries'),
      transaction.objectStore('media'),
    ];
    const { rows, damaged } = parseRows(await entries.get(ROWS));
    const newRows = next(rows);
    const newIds = new Set(newRows.map(({ entry }) => entry.id));
    const oldRows = rows.filter(({ entry }) => !newIds.has(entry.id));
    const writes: Promise<unknown>[] = oldRows.map(({ entry }) => runs.delete(entry.id));
    writes.push(entries.put(JSON.stringify([...newRows, ...(keepsDamaged ? damaged : [])]), ROWS));
    if (newRun && newIds.has(newRun.row.entry.id)) {
      const { run, media: blobs } = newRun.storedRun;
      writes.push(runs.put(run, run.id));
      for (const hash of Object.keys(newRun.row.files)) writes.push(media.put(blobs.get(hash)!, hash));
    }
    await Promise.all([...writes, transaction.done]);
    announceChange();
    if (oldRows.length > 0) await tidyStorage(open);
  }

  async function add(storedRun: StoredRun, output: string, isImported?: boolean): Promise<void> {
    const row = createRow(storedRun, output, isImported);
    const bytes = getBytes([row]);
    if (bytes > limits.bytes)
      throw new HistoryError('The run is too large for the history', {
        hint: 'Download its result, or save it as a run file.',
      });
    const store = () => change((rows) => rowsWithin(withRow(rows, row), limits), { storedRun, row });
    try {
      await store();
    } catch (error) {
      const total = isQuotaError(error) ? getBytes(await list()) : 0;
      if (total < bytes) throw error;
      const rest = total - Math.max(bytes, FREED_SHARE * total);
      await change((rows) => rowsWithin(rows, { runs: Infinity, bytes: rest }));
      await store();
    }
  }

  async function list(): Promise<readonly RunRow[]> {
    return (await readRows()).rows;
  }

  const readRows = async () => parseRows(await (await open()).get('entries', ROWS));

  async function get(id: string): Promise<StoredRun | undefined> {
    const transaction = (await open()).transaction(['runs', 'media']);
    const run = await transaction.objectStore('runs').get(id);
    if (!run) return undefined;
    checkRun(run);
    const media = new Map<string, Blob>();
    for (const { sha256 } of getFiles(run)) {
      const blob = await transaction.objectStore('media').get(sha256);
      if (blob) media.set(sha256, blob);
    }
    return { run, media };
  }

  return {
    add: (run, output, isImported) =>
      explainFailure('The run could not be added to the history', () => add(run, output, isImported)),

    async list(filter = {}) {
      const entries = (await explainFailure(CANNOT_READ, list)).map(({ entry }) => entry);
      return entries.filter((entry) => matches(entry, filter)).slice(0, filter.limit);
    },

    get: (id) => explainFailure(CANNOT_READ, () => get(id)),

    media: (hash) => explainFailure(CANNOT_READ, async () => (await open()).get('media', hash)),

    remove: (ids) =>
      explainFailure('The runs could not be deleted', () =>
        change((rows) => rows.filter(({ entry }) => !ids.includes(entry.id))),
      ),

    clear: () => explainFailure('The history could not be deleted', () => change(() => [], undefined, false)),

    countDamaged: () => explainFailure(CANNOT_READ, async () => (await readRows()).damaged.length),

    removeDamaged: () =>
      explainFailure('The runs could not be deleted', () => change((rows) => rows, undefined, false)),
  };
}

/** What is stored is what can be read again. @returns its text @throws HistoryError */
function checkRun(run: RunFile): string {
  try {
    return runFileText(run);
  } catch (error) {
    const { cause = error } = error as Error;
    throw new HistoryError(`This run is damaged. ${getMessage(cause)}`, { cause });
  }
}

const CANNOT_READ = 'The history could not be read';

function createRow({ run, media }: StoredRun, output: string, isImported?: boolean): RunRow {
  const files = getFiles(run).flatMap(({ sha256 }) => {
    const blob = media.get(sha256);
    return blob ? [[sha256, blob.size] as const] : [];
  });
  const bytes = new Blob([checkRun(run)]).size;
  return { entry: { ...toHistoryEntry(run, output), isImported }, bytes, files: Object.fromEntries(files) };
}

/** The newest first: IDs of later runs sort after earlier ones. */
function withRow(rows: readonly RunRow[], row: RunRow): readonly RunRow[] {
  const others = rows.filter(({ entry }) => entry.id !== row.entry.id);
  return [row, ...others].sort((a, b) => (a.entry.id < b.entry.id ? 1 : -1));
}

/** The rows before the first one that is beyond the limits. @param rows the newest first */
function rowsWithin(rows: readonly RunRow[], limits: HistoryLimits): readonly RunRow[] {
  const hashes = new Set<string>();
  let sum = 0;
  const first = rows.findIndex((row, index) => {
    sum += row.bytes;
    for (const [hash, bytes] of Object.entries(row.files)) {
      if (!hashes.has(hash)) sum += bytes;
      hashes.add(hash);
    }
    return index >= limits.runs || sum > limits.bytes;
  });
  return first === -1 ? rows : rows.slice(0, first);
}

/** Bytes of runs with their files; equal files count once. */
function getBytes(rows: readonly RunRow[]): number {
  const files = Object.assign({}, ...rows.map((row) => row.files)) as RunRow['files'];
  return [...rows.map((row) => row.bytes), ...Object.values(files)].reduce((sum, bytes) => sum + bytes, 0);
}

/** @throws HistoryError in place of the database's error */
async function explainFailure<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof HistoryError) throw cause;
    throw isQuotaError(cause)
      ? new HistoryError('The browser has no storage left for the history', {
          hint: 'Delete runs from the history, or free up disk space.',
          cause,
        })
      : new HistoryError(message, {
          hint: 'Allow this site to store data in the settings of your browser, then reload.',
          cause,
        });
  }
}
