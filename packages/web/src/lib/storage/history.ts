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
import { announceChange, isQuotaError, type OpenDatabase } from './database.ts';
import { bytesOf, changedPages, readPages, rowsBeyond, rowsOf, type Row } from './run-list.ts';
import { tidyStorage } from './tidy.ts';

/** Minimum share of the history to delete when the browser has no storage left. */
const FREED_SHARE = 0.1;

/** The runs of this browser. */
export function browserHistory(open: OpenDatabase, limits: HistoryLimits = defaultHistoryLimits): History {
  async function readRows(): Promise<Row[]> {
    return rowsOf(await readPages((await open()).transaction('entries').store));
  }

  /** One transaction: a tab that closes or crashes leaves a run with all its parts or none. */
  async function change(
    unwanted: (rows: readonly Row[]) => readonly Row[],
    added?: { readonly stored: StoredRun; readonly row: Row },
  ): Promise<void> {
    const stores = ['runs', 'entries', 'media'] as const;
    const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
    const [runs, entries, media] = [
      transaction.objectStore('runs'),
      transaction.objectStore('entries'),
      transaction.objectStore('media'),
    ];
    const pages = await readPages(entries);
    const files = Object.keys(added?.row.files ?? {});
    const known = new Set(await Promise.all(files.map((hash) => media.getKey(hash))));
    const removed = new Set(unwanted(rowsOf(pages)).map(({ entry }) => entry.id));
    const writes: Promise<unknown>[] = [...removed].map((id) => runs.delete(id));
    for (const [key, rows] of changedPages(pages, removed, added?.row))
      writes.push(rows.length === 0 ? entries.delete(key) : entries.put(JSON.stringify(rows), key));
    if (added) {
      const { run, media: blobs } = added.stored;
      writes.push(runs.put(run, run.id));
      for (const hash of files) if (!known.has(hash)) writes.push(media.put(blobs.get(hash)!, hash));
    }
    await Promise.all([...writes, transaction.done]);
    announceChange();
    if (removed.size > 0) await tidyStorage(open);
  }

  async function add(stored: StoredRun, output: string): Promise<void> {
    const row = rowFor(stored, output);
    const { id } = row.entry;
    const bytes = bytesOf([row]);
    if (bytes > limits.bytes)
      throw new HistoryError('The run is too large for the history', {
        hint: 'Download its result, or save it as a run file.',
      });
    const store = () =>
      change(
        (rows) => {
          const others = rows.filter(({ entry }) => entry.id !== id);
          const excess = rowsBeyond([row, ...others], limits);
          return [...excess, ...rows.filter(({ entry }) => entry.id === id)];
        },
        { stored, row },
      );
    try {
      await store();
    } catch (error) {
      const total = isQuotaError(error) ? bytesOf(await readRows()) : 0;
      if (total < bytes) throw error;
      const rest = total - Math.max(bytes, FREED_SHARE * total);
      await change((rows) => rowsBeyond(rows, { runs: Infinity, bytes: rest }));
      await store();
    }
  }

  return {
    add: (stored, output) => explained(add(stored, output), 'The run could not be added to the history'),

    async list(filter = {}) {
      const rows = await explained(readRows(), CANNOT_READ);
      return rows
        .map(({ entry }) => entry)
        .filter((entry) => matches(entry, filter))
        .slice(0, filter.limit);
    },

    get: (id) => explained(get(open, id), CANNOT_READ),

    media: (hash) =>
      explained(
        open().then((database) => database.get('media', hash)),
        CANNOT_READ,
      ),

    async remove(ids) {
      const unwanted = new Set(ids);
      const removing = change((rows) => rows.filter(({ entry }) => unwanted.has(entry.id)));
      await explained(removing, 'The runs could not be deleted');
    },

    clear: () =>
      explained(
        change((rows) => rows),
        'The history could not be deleted',
      ),
  };
}

const CANNOT_READ = 'The history could not be read';

function rowFor({ run, media }: StoredRun, output: string): Row {
  const files = filesOf(run).flatMap(({ sha256 }) => {
    const blob = media.get(sha256);
    return blob ? [[sha256, blob.size] as const] : [];
  });
  const bytes = new Blob([runFileText(run)]).size;
  return { entry: entryOf(run, output), bytes, files: Object.fromEntries(files) };
}

async function get(open: OpenDatabase, id: string): Promise<StoredRun | undefined> {
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
