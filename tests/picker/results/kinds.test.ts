import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { openPicker } from '../../support/open-picker.ts';
import { finished } from '../screens/run/running.ts';
import type { ResultKind } from '@tryout/engine';
import { allTasks } from '../../support/task-list.ts';

const sandbox = await recordingSandbox();

const expectedScreens: Readonly<Record<ResultKind, RegExp>> = {
  text: /\nOutput\n\S+/,
  labels: /█.* \d+\.\d%/,
  spans: /\w\(\w+\)[^]*\d%/,
  answers: /\nOutput\n.*\w+/,
  boxes: /▀[^]* 1 .*\d%/,
  masks: /▀[^]* 1 .*\d%/,
  cells: /\S+\n\nRepository +Stars/,
  numbers: /\d/,
  vector: /\d+ numbers[^]*min -?[\d.]+ · max/,
  image: /▀[^]*image\/\w+ · \d+ × \d+/,
  audio: /[▁▂▃▄▅▆▇█]{20}\naudio\/\w+ · [\d.]+ s[^]*p play/,
  video: /▀[^]*video\/\w+ · [\d.]+ s · \d+ × \d+/,
  tracks: /\w\n[▁▂▃▄▅▆▇█]{20}[^]*\n\n\w+\n[▁▂▃▄▅▆▇█]{20}[^]*p play/,
};

const firstOfKind = tasks.filter(
  ({ result: { kind } }, index) => tasks.findIndex(({ result }) => result.kind === kind) === index,
);

test('goes from the task list to a result of each kind and back', { timeout: 180_000 }, async () => {
  const terminal = openPicker(sandbox, [], { rows: 40 });
  await terminal.until(/Select a task|Filter/);
  for (const task of firstOfKind) {
    // Replaces the filter of the previous task.
    terminal.type(task.label);
    await terminal.until((screen) => screen.includes(`❯ ${task.label}  `));
    terminal.press('enter');
    await terminal.until(/❯ sandbox\//);
    terminal.press('enter');
    await terminal.until(/Ctrl-X/);
    terminal.press('ctrl+x');
    await terminal.until(/Example \d/);
    terminal.press('ctrl+r');
    await terminal.until(finished);
    expect(await terminal.until(expectedScreens[task.result.kind]), task.id).not.toContain('failed');
    terminal.press('j');
    await terminal.until(/j result/);
    await terminal.until(/^(\[|\{|"|\d)/m);
    terminal.press('e');
    await terminal.until(/Ctrl-X/);
    terminal.press('escape');
    await terminal.until(/Select a model/);
    terminal.press('escape');
    await terminal.until(allTasks);
  }
});
