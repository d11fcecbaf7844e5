import { attempt, isHistoryEntry, isRecord, isTaskId, parseBounded, type HistoryEntry } from '@tryout/engine';
import { ROWS, type OpenDatabase, type StoredForm } from './database.ts';

/** Limits of the forms of all tabs together; the most recently used ones are kept. */
const MAX_FORMS = 100;
const MAX_BYTES = 500 * 1024 * 1024;
/** Milliseconds; a closed tab may be reopened after a weekend. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Deletes old forms, and the media that neither a run nor a form uses. */
export async function tidyStorage(open: OpenDatabase): Promise<void> {
  const transaction = (await open()).transaction(['entries', 'forms', 'media'], 'readwrite');
  const [forms, media] = [transaction.objectStore('forms'), transaction.objectStore('media')];
  const [list, allForms, keys] = await Promise.all([
    transaction.objectStore('entries').get(ROWS),
    forms.getAll(),
    media.getAllKeys(),
  ]);
  const recentForms = findRecentForms(allForms);
  const usedKeys = new Set([
    ...parseRows(list).rows.flatMap(({ files }) => Object.keys(files)),
    ...recentForms.flatMap(({ files }) => files),
  ]);
  await Promise.all([
    ...allForms
      .filter((form) => !recentForms.includes(form))
      .map(({ tab, task }) => forms.delete([tab, task])),
    ...keys.filter((key) => !usedKeys.has(key)).map((key) => media.delete(key)),
    transaction.done,
  ]);
}

function findRecentForms(forms: readonly StoredForm[]): readonly StoredForm[] {
  const newestFirst = forms.filter(isStoredForm).sort((a, b) => b.usedAt - a.usedAt);
  let sum = 0;
  return newestFirst.filter((form, index) => {
    sum += form.bytes + JSON.stringify(form).length;
    return form.usedAt >= Date.now() - MAX_AGE && index < MAX_FORMS && sum <= MAX_BYTES;
  });
}

/** Checks what all readers rely on. Forms of other versions are not read. */
export function isStoredForm(value: unknown): value is StoredForm {
  const { task, files, run, drafts, urls } = value as Partial<StoredForm>;
  return isTaskId(task!) && Array.isArray(files) && [run, drafts, urls].every(isRecord);
}

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
