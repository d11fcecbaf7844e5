import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { openPicker } from '../../../support/open-picker.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { chosenRow } from './opened-lists.ts';
import { allTasks } from '../../../support/task-list.ts';

const picker = async (columns = 80, rows = 24, environment: Record<string, string> = {}) =>
  openPicker(await sharedSandbox(), [], { columns, rows, environment });

describe('the task list', () => {
  test('lists all tasks in display order with their modality and a summary of the selected one', async () => {
    const terminal = await picker(120, 46);
    const screen = await terminal.until(allTasks);
    expect(screen).toContain('Select a task to view available models');
    const positions = tasks.map(({ label }) => screen.indexOf(`  ${label}  `));
    expect(positions.slice(1)).toEqual([...positions.slice(1)].sort((a, b) => a - b));
    expect(positions.slice(1)).not.toContain(-1);
    expect(chosenRow(screen)).toMatch(/^Audio Classification +audio/);
    expect(screen).toContain('Labels audio: a spoken command');
    expect(screen).toContain(`${tasks.length} tasks · or a model ID`);
    expect(screen).toContain('Input: audio. Output: labels with scores.');
    await terminal.pressUntil('down', /❯ Audio-to-Audio/);
    expect(terminal.screen()).toContain('Transforms audio: removes noise');
  });

  test('T16: shows the alias that a task is found by', async () => {
    const terminal = await picker();
    await terminal.until(allTasks);
    await terminal.typeUntil('stt', /❯ Automatic Speech Recognition +audio · stt/);
    terminal.resize(50, 24);
    await terminal.until(/❯ Automatic Speech Recognition +stt$/m);
    terminal.press('ctrl+u');
    terminal.type('speech');
    expect(await terminal.until(/Filter: speech[^]*❯ Automatic Speech Recognition/)).not.toContain('stt');
  });

  test('moves by one row, by a page, to the first and to the last task; ? shows the keys', async () => {
    const terminal = await picker();
    await terminal.until(/❯ Audio Classification/);
    terminal.press('end');
    expect(await terminal.until(/❯ Text-to-Audio/)).toMatch(
      /Zero-Shot Image Classification .*\n +More tasks\n +Text-to-Video /,
    );
    await terminal.pressUntil('up', /❯ Image-Text-to-Video/);
    await terminal.pressUntil('home', /❯ Audio Classification/);
    await terminal.pressUntil('page-down', (screen) => !screen.includes('❯ Audio Classification'));
    await terminal.pressUntil('page-up', /❯ Audio Classification/);
    terminal.press('up');
    await terminal.pressUntil(['down', 'down'], /❯ Automatic Speech Recognition/);
    await terminal.pressUntil('?', /› keys|All keys|Ctrl-Q/);
    await terminal.pressUntil('escape', allTasks);
    // In a filter it is text.
    await terminal.typeUntil('what?', /Filter: what\?/);
  });

  test('C9: filters by label, alias, modality and summary; Esc clears the filter, as its hint says', async () => {
    const terminal = await picker();
    await terminal.until(new RegExp(`${allTasks.source}[^]*Esc quit`));
    terminal.type('mask');
    await terminal.until(
      /Filter: mask[^]*❯ Fill-Mask[^]*^Enter choose {2}Esc clear {2}F3 about {2}F1 keys$/m,
    );
    // The matched letters are bold.
    const start = terminal.positionOf('Fill-Mask');
    const styleAt = (column: number) => terminal.styleAt({ ...start, column: start.column + column });
    expect(styleAt(0).bold).toBe(false);
    expect(styleAt(5).bold).toBe(true);
    expect(styleAt(8).bold).toBe(true);
    terminal.press('ctrl+u');
    await terminal.typeUntil('vqa', /❯ Visual Question Answering/);
    await terminal.pressUntil('escape', new RegExp(`${allTasks.source}[^]*Esc quit`));
    expect(chosenRow(terminal.screen())).toContain('Visual Question Answering');
    await terminal.typeUntil('asr', /❯ Automatic Speech Recognition/);
    terminal.press('ctrl+u');
    await terminal.typeUntil('tabular', new RegExp(`2 of ${tasks.length} tasks`));
    terminal.press('ctrl+u');
    const screen = await terminal.typeUntil('sentiment', new RegExp(`1 of ${tasks.length} tasks`));
    expect(chosenRow(screen)).toContain('Text Classification');
    await terminal.typeUntil('zzz', /No task matches 'sentimentzzz'\. Esc: all tasks\./);
    terminal.press('enter');
    await terminal.pressUntil('escape', allTasks);
    await terminal.pressUntil('escape', /Press Esc again to quit/);
  });

  test('opens the models for a task and keeps the selection when you return', async () => {
    const terminal = await picker();
    await terminal.until(allTasks);
    await terminal.typeUntil('image class', /❯ Image Classification/);
    await terminal.pressUntil('enter', /^Tryout › Image Classification {2,}/);
    const screen = await terminal.pressUntil('escape', allTasks);
    expect(chosenRow(screen)).toContain('Image Classification');
    terminal.type('mask-o');
    terminal.press('left');
    await terminal.typeUntil('X', /Filter: mask-Xo/);
    await terminal.pressUntil('escape', allTasks);
    // Terminals send a line feed for Enter in early input.
    await terminal.typeUntil('fill\n', /^Tryout › Fill-Mask/);
    await terminal.pressUntil('escape', /❯ Fill-Mask/);
  });

  test('looks up a model ID typed into the task list and opens its form', async () => {
    const terminal = await picker();
    await terminal.until(allTasks);
    terminal.paste('sandbox/pig-latin\n');
    await terminal.until(/No task matches 'sandbox\/pig-latin'\. Enter: look up this model\./);
    await terminal.pressUntil('enter', /^Tryout › Translation › sandbox\/pig-latin /);
    await terminal.pressUntil('escape', /❯ sandbox\/pig-latin/);
    const screen = await terminal.pressUntil('escape', allTasks);
    expect(chosenRow(screen)).toContain('Translation');
    await terminal.typeUntil('no/such-model', /Enter: look up this model/);
    await terminal.pressUntil('enter', /Model no\/such-model not found/);
  });

  test('shows the selected task in small terminals', async () => {
    const terminal = await picker(40, 12);
    await terminal.until(/❯ Audio Clas/);
    const screen = await terminal.pressUntil('end', /❯ Text-to-Audio/);
    expect(screen.split('\n').length).toBeLessThanOrEqual(12);
    terminal.resize(20, 7);
    await terminal.until((now) => /❯ Text-to-Audio/.test(now) && now.split('\n').length <= 7);
  });

  test('describes the selected task in words for a screen reader', async () => {
    const terminal = await picker(80, 24, { INK_SCREEN_READER: 'true' });
    await terminal.until(
      new RegExp(`Selected, 1 of ${tasks.length}: Audio Classification, audio\\. Labels audio`),
    );
    terminal.press('down');
    const screen = await terminal.until(new RegExp(`Selected, 2 of ${tasks.length}: Audio-to-Audio`));
    expect(screen).not.toMatch(/❯/);
  });
});
