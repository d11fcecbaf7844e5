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
  const terminal = await openPicker(sandbox, [], { rows: 40 }).showing(/Select a task|Filter/);
  for (const task of firstOfKind) {
    // Replaces the filter of the previous task.
    await terminal.typeUntil(task.label, (screen) => screen.includes(`❯ ${task.label}  `));
    await terminal.pressUntil('enter', /❯ sandbox\//);
    await terminal.pressUntil('enter', /Ctrl-X/);
    await terminal.pressUntil('ctrl+x', /Example \d/);
    await terminal.pressUntil('ctrl+r', finished);
    expect(await terminal.until(expectedScreens[task.result.kind]), task.id).not.toContain('failed');
    await terminal.pressUntil('j', /j result/);
    await terminal.until(/^(\[|\{|"|\d)/m);
    await terminal.pressUntil('e', /Ctrl-X/);
    await terminal.pressUntil('escape', /Select a model/);
    await terminal.pressUntil('escape', allTasks);
  }
});
