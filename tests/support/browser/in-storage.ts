import type { Page } from 'playwright-core';

/** What of this page's forms is in the browser's storage. */
export interface InStorage {
  /** How many parts all tabs keep, files among them. */
  readonly parts: number;
  /** What this tab keeps, as text. */
  readonly form: string | null;
}

/** Looks into the browser's storage. */
export function inStorage(page: Page): Promise<InStorage> {
  return page.evaluate(
    () =>
      new Promise<{ parts: number; form: string | null }>((resolve, reject) => {
        const form = sessionStorage.getItem('form');
        const opening = indexedDB.open('forms');
        // Not there yet: it is not made by looking.
        opening.onupgradeneeded = () => opening.transaction!.abort();
        opening.onerror = () => resolve({ parts: 0, form });
        opening.onsuccess = () => {
          const database = opening.result;
          const counting = database.transaction('parts').objectStore('parts').count();
          counting.onerror = () => reject(new Error('Not counted'));
          counting.onsuccess = () => {
            database.close();
            resolve({ parts: counting.result, form });
          };
        };
      }),
  );
}
