import type { HistoryEntry, HistoryLimits } from '@tryout/engine';

/** A run in the list of runs. */
export interface Row {
  readonly entry: HistoryEntry;
  /** Of the run file. */
  readonly bytes: number;
  /** Bytes of its stored files by SHA-256. */
  readonly files: Readonly<Record<string, number>>;
}

/** Rows by the key of their page. Pages are stored as JSON: reading 10,000 records takes browsers 100 ms and more. */
export type Pages = ReadonlyMap<number, readonly Row[]>;

/** Rows in a page. Each new run writes its page again. */
export const PAGE_ROWS = 250;

interface PageStore {
  getAllKeys(): Promise<number[]>;
  getAll(): Promise<string[]>;
}

export async function readPages(store: PageStore): Promise<Pages> {
  const [keys, pages] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, index) => [key, JSON.parse(pages[index]!) as Row[]]));
}

/** The newest first. */
export function rowsOf(pages: Pages): Row[] {
  return [...pages.values()].flat().sort((a, b) => (a.entry.id < b.entry.id ? 1 : -1));
}

/** The pages that change; empty ones are to be deleted. */
export function changedPages(pages: Pages, removed: ReadonlySet<string>, added?: Row): Pages {
  const changed = new Map<number, readonly Row[]>();
  for (const [key, rows] of pages) {
    const rest = rows.filter(({ entry }) => !removed.has(entry.id));
    if (rest.length < rows.length) changed.set(key, rest);
  }
  if (added) {
    const last = Math.max(0, ...pages.keys());
    const rows = changed.get(last) ?? pages.get(last) ?? [];
    if (rows.length < PAGE_ROWS) changed.set(last, [...rows, added]);
    else changed.set(last + 1, [added]);
  }
  return changed;
}

/** The rows from the first one that is beyond the limits. @param rows the newest first */
export function rowsBeyond(rows: readonly Row[], limits: HistoryLimits): readonly Row[] {
  const counted = new Set<string>();
  let sum = 0;
  const first = rows.findIndex((row, index) => {
    sum += row.bytes;
    for (const [hash, bytes] of Object.entries(row.files)) {
      if (!counted.has(hash)) sum += bytes;
      counted.add(hash);
    }
    return index >= limits.runs || sum > limits.bytes;
  });
  return first === -1 ? [] : rows.slice(first);
}

/** Bytes of runs with their files; equal files count once. */
export function bytesOf(rows: readonly Row[]): number {
  const files = Object.assign({}, ...rows.map((row) => row.files)) as Row['files'];
  return [...rows.map((row) => row.bytes), ...Object.values(files)].reduce((sum, bytes) => sum + bytes, 0);
}
