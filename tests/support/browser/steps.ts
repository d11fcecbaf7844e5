import type { Page } from 'playwright-core';
import type { OpenApp } from './open-app.ts';

/** Goes to a place within the app, as a link would; `path` begins with a slash. */
export async function goTo({ page, url }: Pick<OpenApp, 'page' | 'url'>, path: string): Promise<void> {
  await page.goto(`${url}#${path}`);
}

/** Goes to the form of a task for one of its models, and waits until that has taken the place of any other. */
export async function goToForm(
  app: Pick<OpenApp, 'page' | 'url'>,
  task: string,
  model: string,
): Promise<void> {
  await goTo(app, `/${task}/${model}`);
  await app.page.getByRole('heading', { name: model }).waitFor();
  await formIsThere(app.page);
}

/** Waits for the form of the chosen model. */
export async function formIsThere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try an example' }).waitFor();
}

/** Fills the form with an example, once it is there. */
export async function fillExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByText(/^Example \d/).waitFor();
}

/** Runs what is filled in. */
export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** Fills, runs, and waits until the run has ended in whatever way. */
export async function runExample(page: Page): Promise<void> {
  await fillExample(page);
  await run(page);
  await page.getByRole('button', { name: 'Run again' }).waitFor();
}
