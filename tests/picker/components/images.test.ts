/* oxlint-disable no-control-regex -- these are the characters to find */
import { expect, test } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { finishedRun } from '../screens/run/running.ts';

const sandbox = await recordingSandbox();

/** Ids of the kitty images in the order they were shown. */
const shown = (written: string) => [...written.matchAll(/\u001b_Ga=T[^;]*?i=(\d+)/g)].map(([, id]) => id!);
/** Ids of the removed kitty images. */
const removed = (written: string) => [...written.matchAll(/\u001b_Ga=d[^;]*?i=(\d+)/g)].map(([, id]) => id!);

const imageRun = (graphics: 'kitty' | 'iterm', rows = 24) =>
  finishedRun(sandbox, 'text-to-image', 'sandbox/shape-painter', {
    rows,
    // Only one kind needs a real terminal.
    hasOwnProcess: graphics === 'kitty',
    environment: { TRYOUT_GRAPHICS: graphics },
  });

test('shows a kitty image below the label and removes it with its screen', async () => {
  const terminal = await imageRun('kitty');
  const written = await terminal.untilWritten((all) => shown(all).length > 0);
  const { row } = terminal.positionOf('Output');
  expect(written).toContain(`\u001b[${row + 2};1H\u001b_Ga=T`);
  await terminal.until(/image\/png · \d+ × \d+/);
  terminal.press('j');
  await terminal.untilWritten((all) => removed(all).includes(shown(all)[0]!));
  await terminal.until(/"contentType"/);
  terminal.press('j');
  await terminal.untilWritten((all) => shown(all).length === 2);
  terminal.press('?');
  await terminal.untilWritten((all) => removed(all).length === 2);
  terminal.press('escape');
  await terminal.untilWritten((all) => shown(all).length === 3);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(new Set(shown(terminal.written()))).toEqual(new Set(removed(terminal.written())));
});

test('sends only images that fit the newest size while the terminal is resized', async () => {
  const terminal = await imageRun('kitty', 40);
  await terminal.untilWritten((all) => shown(all).length > 0);
  for (let columns = 79; columns > 50; columns -= 1) terminal.resize(columns, 30);
  terminal.resize(50, 20);
  const sizes = (all: string) => [...all.matchAll(/\u001b_Ga=T[^;]*?c=(\d+),r=(\d+)/g)];
  await terminal.untilWritten((all) => Number(sizes(all).at(-1)?.[2]) <= 12);
  expect(shown(terminal.written()).length).toBeLessThan(15);
  await terminal.until(/image\/png · \d+ × \d+/);
});

test('sends an inline image again after another screen covered it', async () => {
  const terminal = await imageRun('iterm');
  const count = (all: string) => all.split('\u001b]1337;File=').length - 1;
  await terminal.untilWritten((all) => count(all) === 1);
  await terminal.pressUntil('?', /keys/);
  terminal.press('escape');
  await terminal.untilWritten((all) => count(all) === 2);
});

test('sends an inline image again when the text next to it scrolls', async () => {
  const terminal = await finishedRun(sandbox, 'object-detection', 'sandbox/shape-detector', {
    rows: 16,
    environment: { TRYOUT_GRAPHICS: 'iterm' },
  });
  const count = (all: string) => all.split('\u001b]1337;File=').length - 1;
  await terminal.untilWritten((all) => count(all) === 1);
  await terminal.pressUntil('end', /green triangle/);
  await terminal.untilWritten((all) => count(all) === 2);
  expect(terminal.written().split('\u001b]1337;File=')[1]).toContain('green triangle');
});
