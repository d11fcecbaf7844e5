import { defaultHistoryLimits, type HistoryLimits } from '@tryout/engine';
import { announceChange, type KeptForm, type OpenDatabase, type RunRow } from './database.ts';

/** Limits of the forms of all tabs together; the most recently used ones are kept. */
const MAX_FORMS = 100;
const MAX_BYTES = 500 * 1024 * 1024;
/** Milliseconds; a closed tab may be reopened after a weekend. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Deletes the oldest runs and forms beyond the limits, and the media that neither a run nor a form uses. */
export async function tidyStorage(
  open: OpenDatabase,
  limits: HistoryLimits = defaultHistoryLimits,
): Promise<void> {
  const transaction = (await open()).transaction(['runs', 'entries', 'forms', 'media'], 'readwrite');
  const [runs, entries, forms, media] = [
    transaction.objectStore('runs'),
    transaction.objectStore('entries'),
    transaction.objectStore('forms'),
    transaction.objectStore('media'),
  ];
  const [rows, saved, hashes] = await Promise.all([entries.getAll(), forms.getAll(), media.getAllKeys()]);
  // IDs of later runs sort after earlier ones.
  const keptRows = rowsWithin(rows.reverse(), limits);
  const keptForms = formsWithin(saved);
  const used = new Set([
    ...keptRows.flatMap(({ files }) => Object.keys(files)),
    ...keptForms.flatMap(({ files }) => files),
  ]);
  await Promise.all([
    ...rows.slice(keptRows.length).flatMap(({ entry: { id } }) => [runs.delete(id), entries.delete(id)]),
    ...saved.filter((form) => !keptForms.includes(form)).map(({ tab, task }) => forms.delete([tab, task])),
    ...hashes.filter((hash) => !used.has(hash)).map((hash) => media.delete(hash)),
    transaction.done,
  ]);
  if (keptRows.length < rows.length) announceChange();
}

/** The rows before the first one that is beyond the limits; equal files count once. @param rows the newest first */
function rowsWithin(rows: readonly RunRow[], limits: HistoryLimits): readonly RunRow[] {
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
  return first === -1 ? rows : rows.slice(0, first);
}

function formsWithin(forms: readonly KeptForm[]): readonly KeptForm[] {
  const newestFirst = [...forms].sort((a, b) => b.usedAt - a.usedAt);
  let sum = 0;
  return newestFirst.filter((form, index) => {
    sum += form.bytes + JSON.stringify(form).length;
    return form.usedAt >= Date.now() - MAX_AGE && index < MAX_FORMS && sum <= MAX_BYTES;
  });
}
