import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { fieldsOf, listAllModels } from './fields.ts';
import { manyRows, row, TASK } from './model-rows.ts';

const sandbox = await recordingSandbox({
  listing: [
    ...manyRows(1001),
    row('rare/bird', { downloads: 3 }),
    row('rare/driver', { pipeline_tag: 'reinforcement-learning' }),
  ],
});

const ways = [
  'house/price-0042',
  '  house / price-0042 ',
  '"house/price-0042"',
  'https://huggingface.co/house/price-0042',
  'https://huggingface.co/house/price-0042/tree/main?library=x#files',
  'hf.co/house/price-0042/',
  `${sandbox.hubUrl}/house/price-0042`,
];

test('a listed model is found by pasted IDs and URLs', async () => {
  const { page } = await openApp({ sandbox, path: `#/${TASK}`, before: listAllModels });
  const { model, options, status } = fieldsOf(page);
  await status('1,000 models').waitFor();
  for (const text of ways) {
    await model.click();
    await model.fill(text);
    await options.filter({ hasText: 'house/price-0042' }).first().waitFor();
    await expect.poll(() => options.first().textContent()).toContain('house/price-0042');
    expect(await options.filter({ hasText: 'Use house/price-0042' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  }
});

test('the URL of an unlisted model is looked up, that of an organization searched', async () => {
  const { page } = await openApp({ sandbox, path: `#/${TASK}`, before: listAllModels });
  const { model, options, status } = fieldsOf(page);
  await status('1,000 models').waitFor();
  await model.click();
  await model.fill('https://huggingface.co/rare');
  await options.filter({ hasText: 'Search the Hub for “rare”' }).click();
  await status('1 model found for “rare”').waitFor();
  await page.keyboard.press('Escape');
  await model.click();
  await model.fill('https://huggingface.co/rare/bird');
  await options.filter({ hasText: 'rare/bird' }).first().click();
  await page.waitForURL(/rare\/bird$/);
});

test('a model pasted into the task field selects its task', async () => {
  const { page, errorLog } = await openApp({ sandbox });
  const { task, options, pageLink } = fieldsOf(page);
  await task.click();
  await task.fill('https://huggingface.co/rare/fish');
  errorLog.expect(/^failed request: GET \S+rare\/fish\S*: 404$/);
  await options.filter({ hasText: 'Look up model rare/fish' }).click();
  await page.getByText('Model rare/fish not found').waitFor();
  await takeScreenshot(page, 'picker/no-model-for-task');
  await task.click();
  await task.fill('rare/driver');
  await page.keyboard.press('Enter');
  await page.getByText('rare/driver is for the task reinforcement-learning').waitFor();
  await task.click();
  await task.fill('rare/bird');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`#/${TASK}/rare/bird$`));
  await pageLink.waitFor();
});
