import type { KeptForm, OpenDatabase } from './database.ts';
import { readPages, rowsOf } from './run-list.ts';

/** Limits of the forms of all tabs together; the most recently used ones are kept. */
const MAX_FORMS = 100;
const MAX_BYTES = 500 * 1024 * 1024;
/** Milliseconds; a closed tab may be reopened after a weekend. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Deletes old forms, and the media that neither a run nor a form uses. */
export async function tidyStorage(open: OpenDatabase): Promise<void> {
  const transaction = (await open()).transaction(['entries', 'forms', 'media'], 'readwrite');
  const [forms, media] = [transaction.objectStore('forms'), transaction.objectStore('media')];
  const [pages, saved, hashes] = await Promise.all([
    readPages(transaction.objectStore('entries')),
    forms.getAll(),
    media.getAllKeys(),
  ]);
  const old = oldForms(saved);
  const used = new Set(rowsOf(pages).flatMap(({ files }) => Object.keys(files)));
  for (const form of saved) if (!old.has(form)) form.files.forEach((hash) => used.add(hash));
  const unused = hashes.filter((hash) => !used.has(hash));
  await Promise.all([
    ...[...old].map(({ tab, task }) => forms.delete([tab, task])),
    ...unused.map((hash) => media.delete(hash)),
    transaction.done,
  ]);
}

function oldForms(forms: readonly KeptForm[]): ReadonlySet<KeptForm> {
  const oldest = Date.now() - MAX_AGE;
  const newestFirst = [...forms].sort((a, b) => b.usedAt - a.usedAt);
  let sum = 0;
  return new Set(
    newestFirst.filter((form, index) => {
      sum += form.bytes + JSON.stringify(form).length;
      return form.usedAt < oldest || index >= MAX_FORMS || sum > MAX_BYTES;
    }),
  );
}
