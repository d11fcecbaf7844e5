import {
  defaultHistoryLimits,
  entryOf,
  filesOf,
  HistoryError,
  matches,
  runFileText,
  type History,
  type HistoryLimits,
  type StoredRun,
} from '@tryout/engine';
import { announceChange, isQuotaError, type OpenDatabase, type RunRow } from './database.ts';
import { tidyStorage } from './tidy.ts';

/** Minimum share of the history to delete when the browser has no storage left. */
const FREED_SHARE = 0.1;

/** The runs of this browser. */
export function browserHistory(open: OpenDatabase, limits: HistoryLimits = defaultHistoryLimits): History {
  async function readRows(): Promise<RunRow[]> {
    return (await open()).getAll('entries');
  }

  /** One transaction: a tab that closes or crashes leaves a run with all its parts or none. */
  async function store({ run, media }: StoredRun, row: RunRow): Promise<void> {
    const stores = ['runs', 'entries', 'media'] as const;
    const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
    await Promise.all([
      transaction.objectStore('runs').put(run, run.id),
      transaction.objectStore('entries').put(row, run.id),
      ...Object.keys(row.files).map((hash) => transaction.objectStore('media').put(media.get(hash)!, hash)),
      transaction.done,
    ]);
    announceChange();
  }

  async function add(stored: StoredRun, output: string): Promise<void> {
    const row = rowFor(stored, output);
    const bytes = bytesOf([row]);
    if (bytes > limits.bytes)
      throw new HistoryError('The run is too large for the history', {
        hint: 'Download its result, or save it as a run file.',
      });
    try {
      await store(stored, row);
    } catch (error) {
      const total = isQuotaError(error) ? bytesOf(await readRows()) : 0;
      if (total < bytes) throw error;
      await tidyStorage(open, { ...limits, bytes: total - Math.max(bytes, FREED_SHARE * total) });
      await store(stored, row);
    }
    await tidyStorage(open, limits);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const transaction = (await open()).transaction(['runs', 'entries'], 'readwrite');
    await Promise.all([
      ...ids.map((id) => transaction.objectStore('runs').delete(id)),
      ...ids.map((id) => transaction.objectStore('entries').delete(id)),
      transaction.done,
    ]);
    announceChange();
    await tidyStorage(open, limits);
  }

  async function get(id: string): Promise<StoredRun | undefined> {
    const transaction = (await open()).transaction(['runs', 'media']);
    const run = await transaction.objectStore('runs').get(id);
    if (!run) return undefined;
    const media = new Map<string, Blob>();
    for (const { sha256 } of filesOf(run)) {
      const blob = await transaction.objectStore('media').get(sha256);
      if (blob) media.set(sha256, blob);
    }
    return { run, media };
  }

  return {
    add: (stored, output) => explained(add(stored, output), 'The run could not be added to the history'),

    async list(filter = {}) {
      const rows = await explained(readRows(), CANNOT_READ);
      const entries = rows.reverse().map(({ entry }) => entry);
      return entries.filter((entry) => matches(entry, filter)).slice(0, filter.limit);
    },

    get: (id) => explained(get(id), CANNOT_READ),

    media: (hash) =>
      explained(
        open().then((database) => database.get('media', hash)),
        CANNOT_READ,
      ),

    remove: (ids) => explained(remove(ids), 'The runs could not be deleted'),

    async clear() {
      const rows = await explained(readRows(), CANNOT_READ);
      await explained(remove(rows.map(({ entry }) => entry.id)), 'The history could not be deleted');
    },
  };
}

const CANNOT_READ = 'The history could not be read';

function rowFor({ run, media }: StoredRun, output: string): RunRow {
  const files = filesOf(run).flatMap(({ sha256 }) => {
    const blob = media.get(sha256);
    return blob ? [[sha256, blob.size] as const] : [];
  });
  const bytes = new Blob([runFileText(run)]).size;
  return { entry: entryOf(run, output), bytes, files: Object.fromEntries(files) };
}

/** Bytes of runs with their files; equal files count once. */
function bytesOf(rows: readonly RunRow[]): number {
  const files = Object.assign({}, ...rows.map((row) => row.files)) as RunRow['files'];
  return [...rows.map((row) => row.bytes), ...Object.values(files)].reduce((sum, bytes) => sum + bytes, 0);
}

/** @throws HistoryError in place of the database's error */
async function explained<Result>(work: Promise<Result>, message: string): Promise<Result> {
  try {
    return await work;
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
