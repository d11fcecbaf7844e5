import { expect, test } from 'vitest';
import { defaultModelOf, tasks } from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goToForm } from '../../support/browser/steps.ts';
import { sharedSandbox } from '../../support/recording-sandbox.ts';

test.each([
  ['a desktop', 1280, 800],
  ['a phone', 390, 844],
])('on %s, Run is in view in the empty form of every task', async (device, width, height) => {
  const connection = connectionTo(await sharedSandbox());
  const app = await openApp({ path: '#/', device: width < 500 ? 'phone' : 'desktop' });
  const { page } = app;
  await page.setViewportSize({ width, height });
  const outside: string[] = [];
  for (const { id } of tasks) {
    await goToForm(app, id, await defaultModelOf(connection, id));
    const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!;
    if (run.y < 0 || run.y + run.height > height) outside.push(id);
    const inputs = (await page.getByRole('region', { name: 'Inputs' }).boundingBox())!;
    // At most 170 pixels of header, next to equally high columns.
    if (device === 'a desktop' && inputs.y > 171) outside.push(`${id} starts at ${inputs.y}`);
  }
  expect(outside).toEqual([]);
});
