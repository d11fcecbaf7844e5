import { attempt, isHistoryEntry, isRecord, parseBounded, type HistoryEntry } from '@tryout/engine';

/** A run in the list of runs. */
export interface RunRow {
  readonly entry: HistoryEntry;
  /** Of the run file. */
  readonly bytes: number;
  /** Bytes of its stored files by SHA-256. */
  readonly files: Readonly<Record<string, number>>;
}

interface Rows {
  /** The newest first. */
  readonly rows: readonly RunRow[];
  /** Entries that are not of this version's form. */
  readonly damaged: readonly unknown[];
}

/** The list of runs. @param json the record of the list */
export function parseRows(json: unknown = '[]'): Rows {
  const parsed = attempt(() => parseBounded(json as string));
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [json];
  return { rows: all.filter(isRow), damaged: all.filter((row) => !isRow(row)) };
}

function isRow(value: unknown): value is RunRow {
  const { entry, bytes, files } = (value ?? {}) as Partial<Record<keyof RunRow, unknown>>;
  if (!isHistoryEntry(entry) || !isRecord(files)) return false;
  return [bytes, ...Object.values(files)].every((size) => typeof size === 'number');
}
