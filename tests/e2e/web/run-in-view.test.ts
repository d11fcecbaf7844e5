import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { runExample } from '../../support/browser/steps.ts';

test('the form stays in view next to a long result, and scrolls on its own', async () => {
  const { page } = await openApp({ path: '#/object-detection/sandbox/shape-detector' });
  await page.setViewportSize({ width: 1280, height: 500 });
  await runExample(page);
  const heading = page.getByRole('heading', { name: 'Inputs' });
  const top = async () => (await heading.boundingBox())!.y;
  const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!;
  const output = (await page.getByRole('heading', { name: 'Output' }).boundingBox())!;
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(run.y + run.height).toBeLessThanOrEqual(500);
  await heading.hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(top).toBeLessThan(40);
  // The output and the page stay.
  expect((await page.getByRole('heading', { name: 'Output' }).boundingBox())!.y).toBe(output.y);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
