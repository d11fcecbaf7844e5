import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dropFiles } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { formOf } from '../try-out/form.ts';

/** Saves the run of the output in a new folder. */
async function saveRun(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    formOf(page).output.getByRole('button', { name: 'Save run' }).click(),
  ]);
  const path = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

test('a saved run opens with its files and its result, dropped on the page or chosen', async () => {
  const app = await openApp();
  const { page, requests } = app;
  await goToForm(app, 'image-segmentation', 'sandbox/color-regions');
  await runExample(page);
  const { output } = formOf(page);
  const path = await saveRun(page);
  expect(path).toMatch(/tryout-image-segmentation-\d{8}-\d{6}\.run\.json$/);
  expect(await readFile(path, 'utf8')).not.toContain('hf_');
  const sent = requests.length;

  await goToForm(app, 'text-classification', 'sandbox/vader-sentiment');
  await dropFiles(page.getByRole('heading', { name: 'Inputs' }), path);
  await page.getByRole('img', { name: 'Input: meadow.png' }).waitFor();
  await output.getByText('green').first().waitFor();

  await goToForm(app, 'text-classification', 'sandbox/vader-sentiment');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByLabel('Open a run file').setInputFiles(path);
  await page.getByRole('img', { name: 'Input: meadow.png' }).waitFor();
  expect(requests.slice(sent).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('X20: unknown inputs, and a file that is not a run, are reported in a sentence', async () => {
  const { page } = await openApp({ path: '#/image-classification/sandbox/named-colors' });
  for (const name of ['__proto__', 'constructor', 'context']) {
    const path = join(temporaryFolder(), 'a.run.json');
    await writeFile(
      path,
      `{"tryout":1,"id":"01JZ0000000000000000000000","task":"summarization","inputs":{"text":"a","${name}":"b"}}`,
    );
    await dropFiles(page.getByText('No file chosen'), path);
    await page.getByText(`a.run.json is not a valid run file: inputs.${name} is unknown.`).waitFor();
  }
  const path = join(temporaryFolder(), 'notes.run.json');
  await writeFile(path, '{"notes": []}');
  await dropFiles(page.getByText('No file chosen'), path);
  await page.getByText('notes.run.json is not a run file.').waitFor();
});
