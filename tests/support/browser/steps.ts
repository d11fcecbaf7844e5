import type { Locator, Page } from 'playwright-core';
import type { OpenApp } from './open-app.ts';

/** Goes to a route of the app; `path` starts with a slash. */
export async function goTo({ page, url }: Pick<OpenApp, 'page' | 'url'>, path: string): Promise<void> {
  await page.goto(`${url}#${path}`);
}

/** Goes to the form of a model and waits for it. */
export async function goToForm(
  app: Pick<OpenApp, 'page' | 'url'>,
  task: string,
  model: string,
): Promise<void> {
  await goTo(app, `/${task}/${model}`);
  await app.page.getByRole('heading', { name: model }).waitFor();
  await waitForForm(app.page);
}

/** The button of the first example, before and after the examples are listed. */
export function exampleButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Try an example/ }).first();
}

/** Waits for the form of the selected model. */
export async function waitForForm(page: Page): Promise<void> {
  await exampleButton(page).waitFor();
}

/** Fills the form with an example. */
export async function fillExample(page: Page): Promise<void> {
  await exampleButton(page).click();
  await page.getByText(/^Example \d/).waitFor();
}

/** Runs the form as it is. */
export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Run|Send)$/ }).click();
}

/** Fills the form with an example, runs it, and waits for the end of the run, successful or not. */
export async function runExample(page: Page): Promise<void> {
  await fillExample(page);
  await run(page);
  await page.getByRole('button', { name: /^(?:Run|Answer) again$/ }).waitFor();
}

/** What the browser keeps of the app's forms and runs, of all tabs. */
export interface SavedForm {
  /** Number of files. */
  readonly files: number;
  /** The forms as JSON. */
  readonly forms: string;
}

export function savedForm(page: Page): Promise<SavedForm> {
  return page.evaluate(
    () =>
      new Promise<SavedForm>((resolve, reject) => {
        const opening = indexedDB.open('tryout');
        // Do not create the database if it does not exist.
        opening.onupgradeneeded = () => opening.transaction!.abort();
        opening.onerror = () => resolve({ files: 0, forms: '[]' });
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(['forms', 'media']);
          const forms = transaction.objectStore('forms').getAll();
          const files = transaction.objectStore('media').count();
          transaction.onabort = () => reject(new Error('Could not read the forms'));
          transaction.oncomplete = () => {
            database.close();
            resolve({ files: files.result, forms: JSON.stringify(forms.result) });
          };
        };
      }),
  );
}
