import { expect, test } from 'vitest';
import { findDefaultModel, tasks } from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goToForm, runExample } from '../../support/browser/steps.ts';
import { sharedSandbox } from '../../support/recording-sandbox.ts';

const desktop = { width: 1280, height: 800 };
const viewports = [{ width: 390, height: 844 }, desktop];

test('on desktops and phones, Run is in view in the empty form of every task', async () => {
  const connection = connectionTo(await sharedSandbox());
  const app = await openApp({ path: '#/' });
  const { page } = app;
  const outside: string[] = [];
  for (const { id } of tasks) {
    await goToForm(app, id, await findDefaultModel(connection, id));
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!;
      const inputs = (await page.getByRole('region', { name: 'Inputs' }).boundingBox())!;
      if (run.y < 0 || run.y + run.height > viewport.height)
        outside.push(`${id} at ${viewport.width} pixels`);
      // At most 120 pixels of header and facts above the columns.
      if (viewport === desktop && inputs.y > 120) outside.push(`${id} starts at ${inputs.y}`);
    }
  }
  expect(outside).toEqual([]);
});

test('the form stays in view next to a long result, and scrolls on its own', async () => {
  const { page } = await openApp({ path: '#/object-detection/sandbox/shape-detector' });
  await page.setViewportSize({ width: 1280, height: 500 });
  await runExample(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const heading = page.getByRole('heading', { name: 'Inputs' });
  const top = async () => (await heading.boundingBox())!.y;
  const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!;
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(run.y + run.height).toBeLessThanOrEqual(500);
  const before = await page.evaluate(() => scrollY);
  await heading.hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(top).toBeLessThan(0);
  expect(await page.evaluate(() => scrollY)).toBe(before);
});
