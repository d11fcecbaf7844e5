import { goToForm, runExample } from './steps.ts';
import type { OpenApp } from './open-app.ts';

/** Runs models of several kinds, and opens the options and the code. */
export async function useEverything(app: Pick<OpenApp, 'page' | 'url'>): Promise<void> {
  const { page } = app;
  for (const [task, model] of [
    ['text-generation', 'sandbox/plain-assistant'],
    ['image-to-image', 'sandbox/picture-editor'],
    ['audio-to-audio', 'sandbox/bass-treble-splitter'],
    ['image-segmentation', 'sandbox/color-regions'],
    ['table-question-answering', 'sandbox/table-rules'],
  ] as const) {
    await goToForm(app, task, model);
    await runExample(page);
  }
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Code/ }).click();
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.getByRole('region', { name: /Python|python/ }).waitFor();
}
