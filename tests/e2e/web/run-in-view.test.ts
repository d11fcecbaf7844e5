import { expect, test } from 'vitest';
import { findDefaultModel, tasks } from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goToForm, runExample } from '../../support/browser/steps.ts';
import { sharedSandbox } from '../../support/recording-sandbox.ts';

const desktop = { width: 1280, height: 800 };
const viewports = [{ width: 390, height: 844 }, desktop];

/** Runs in the page: collects the positions of the Run button in every frame, until it is called again. */
function watchRunButton(): string[] {
  const page = window as { positions?: Set<string> };
  const earlier = [...(page.positions ?? [])];
  const positions = new Set<string>();
  page.positions = positions;
  const measure = () => {
    if (page.positions !== positions) return;
    const { x, y, width, height } = document
      .querySelector('form button[data-action]')!
      .getBoundingClientRect();
    positions.add([x, y, width, height].join(' '));
    requestAnimationFrame(measure);
  };
  measure();
  return earlier;
}

test('W27: on desktops and phones, Run is in view in the form of every task, and does not move until the result', async () => {
  const connection = connectionTo(await sharedSandbox());
  const app = await openApp({ path: '#/' });
  const { page } = app;
  const outside: string[] = [];
  const moved: string[] = [];
  for (const { id } of tasks) {
    await goToForm(app, id, await findDefaultModel(connection, id));
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!;
      const inputs = (await page.getByRole('region', { name: 'Inputs' }).boundingBox())!;
      if (run.y < 0 || run.y + run.height > viewport.height)
        outside.push(`${id} at ${viewport.width} pixels`);
      // At most 120 pixels of header above the columns.
      if (inputs.y > 120) outside.push(`${id} starts at ${inputs.y}`);
    }
    await page.evaluate(watchRunButton);
    await runExample(page);
    const positions = await page.evaluate(watchRunButton);
    if (positions.length > 1) moved.push(`${id}: ${positions.join(', ')}`);
  }
  expect(outside).toEqual([]);
  expect(moved).toEqual([]);
});

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
