import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { openPicker } from '../../support/open-picker.ts';
import { finished } from './running.ts';
import type { ResultKind } from '@tryout/engine';

const sandbox = await recordingSandbox();

const expectedScreens: Readonly<Record<ResultKind, RegExp>> = {
  text: /\nOutput\n\S+/,
  labels: /█.* \d+\.\d %/,
  spans: /\w\(\w+\)[^]*\d %/,
  answers: /\nOutput\n.*\w+/,
  boxes: /▀[^]* 1 .*\d %/,
  masks: /▀[^]* 1 .*\d %/,
  cells: /\S+\n\nRepository +Stars/,
  numbers: /\d/,
  vector: /\d+ numbers[^]*min -?[\d.]+ · max/,
  image: /▀[^]*image\/\w+ · \d+ × \d+/,
  audio: /[▁▂▃▄▅▆▇█]{20}\naudio\/\w+ · [\d.]+ s[^]*p play/,
  tracks: /\w\n[▁▂▃▄▅▆▇█]{20}[^]*\n\n\w+\n[▁▂▃▄▅▆▇█]{20}[^]*p play/,
};

const perPicker = 7;
const firsts = tasks.flatMap((task, index) => (index % perPicker === 0 ? [{ index, name: task.label }] : []));

test.each(firsts)('goes from the task list to a result and back, starting at $name', async ({ index }) => {
  const terminal = openPicker(sandbox, [], { rows: 40 });
  await terminal.until(/Select a task|Filter/);
  for (let row = 0; row < index; row += 1) terminal.press('down');
  for (const [row, task] of tasks.slice(index, index + perPicker).entries()) {
    if (row > 0) terminal.press('down');
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
    await terminal.until(/26 tasks|of 26/);
  }
});
