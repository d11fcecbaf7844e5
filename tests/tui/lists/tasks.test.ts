import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { chosenRow } from './model-hub.ts';

const picker = (columns = 80, rows = 24, environment: Record<string, string> = {}) =>
  inTerminal(['--sandbox'], { columns, rows, environment });

describe('the tasks', () => {
  test('all are listed in display order, with modality and what the chosen one is about', async () => {
    const terminal = picker(120, 40);
    const screen = await terminal.until(/26 tasks/);
    expect(screen).toContain('Select a task to view available models');
    const places = tasks.map(({ label }) => screen.indexOf(`  ${label}  `));
    expect(places.slice(1)).toEqual([...places.slice(1)].sort((a, b) => a - b));
    expect(places.slice(1)).not.toContain(-1);
    expect(chosenRow(screen)).toMatch(/^Audio Classification +audio/);
    // Beside the list, broken at words.
    expect(screen).toMatch(/assigning a label or\n?/);
    terminal.press('down');
    await terminal.until(/❯ Audio-to-Audio/);
    expect(terminal.screen()).toMatch(/a family of tasks/);
  });

  test('keys move by one, by a page, to the first and the last', async () => {
    const terminal = picker();
    await terminal.until(/❯ Audio Classification/);
    terminal.press('end');
    await terminal.until(/❯ Zero-Shot Image Classification/);
    terminal.press('up');
    await terminal.until(/❯ Zero-Shot Classification/);
    terminal.press('home');
    await terminal.until(/❯ Audio Classification/);
    terminal.press('page-down');
    await terminal.until((screen) => !screen.includes('❯ Audio Classification'));
    terminal.press('page-up');
    await terminal.until(/❯ Audio Classification/);
    terminal.press('up');
    terminal.press('down', 'down');
    await terminal.until(/❯ Automatic Speech Recognition/);
  });

  test('typing finds by label, id, modality and what the summary says; Esc shows all again', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.type('vqa');
    await terminal.until(/❯ Visual Question Answering/);
    terminal.press('escape');
    await terminal.until(/(?<!of) 26 tasks/);
    expect(chosenRow(terminal.screen())).toContain('Visual Question Answering');
    terminal.type('tabular');
    await terminal.until(/2 of 26 tasks/);
    terminal.press('ctrl+u');
    terminal.type('sentiment');
    const screen = await terminal.until(/1 of 26 tasks/);
    expect(chosenRow(screen)).toContain('Text Classification');
    terminal.type('zzz');
    await terminal.until(/No task matches 'sentimentzzz'\. Esc: all tasks\./);
    terminal.press('enter');
    terminal.press('escape');
    await terminal.until(/(?<!of) 26 tasks/);
    terminal.press('escape');
    await terminal.until(/Press Esc again to leave/);
  });

  test('the letters that were typed stand out', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.type('mask');
    await terminal.until(/Filter: mask[^]*❯ Fill-Mask/);
    const start = terminal.positionOf('Fill-Mask');
    const styleAt = (column: number) => terminal.styleAt({ ...start, column: start.column + column });
    expect(styleAt(0).bold).toBe(false);
    expect(styleAt(5).bold).toBe(true);
    expect(styleAt(8).bold).toBe(true);
  });

  test('? shows the keys as long as nothing is typed, and then it is typed', async () => {
    const terminal = picker();
    await terminal.until(/\? keys/);
    terminal.press('?');
    await terminal.until(/› keys|All keys|Ctrl-Q/);
    terminal.press('escape');
    await terminal.until(/26 tasks/);
    terminal.type('what?');
    await terminal.until(/Filter: what\?/);
  });

  test('choosing one leads to its models; back again it is still chosen', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.type('image class');
    await terminal.until(/❯ Image Classification/);
    terminal.press('enter');
    await terminal.until(/^Tryout › Image Classification {2,}/);
    terminal.press('escape');
    const screen = await terminal.until(/Filter: image class/);
    expect(chosenRow(screen)).toContain('Image Classification');
    // What was typed can be changed; letters take its place.
    terminal.press('left');
    terminal.type('X');
    await terminal.until(/Filter: image clasXs/);
    terminal.press('escape');
    await terminal.until(/(?<!of) 26 tasks/);
    terminal.type('fill');
    await terminal.until(/Filter: fill [^]*❯ Fill-Mask/);
    terminal.press('enter');
    await terminal.until(/^Tryout › Fill-Mask/);
    terminal.press('escape');
    await terminal.until(/Filter: fill/);
    terminal.type('tra');
    await terminal.until(/Filter: tra [^]*❯ Translation/);
  });

  test('the best match is chosen while letters are typed, the very name before all others', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.press('end');
    await terminal.until(/❯ Zero-Shot Image/);
    terminal.type('question-answering');
    await terminal.until(/Filter: question-answering [^]*❯ Question Answering/);
    // Letters that find nothing leave no trace.
    terminal.type('zzz');
    await terminal.until(/No task matches/);
    terminal.press('escape');
    await terminal.until(/❯ Zero-Shot Image/);
  });

  test('a model that is typed where there are tasks is looked up, and its form opens', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.paste('sandbox/pig-latin\n');
    await terminal.until(/No task matches 'sandbox\/pig-latin'\. Enter: look up this model\./);
    terminal.press('enter');
    await terminal.until(/^Tryout › Translation › sandbox\/pig-latin [^]*is a model for Translation\./);
    terminal.press('escape');
    await terminal.until(/❯ sandbox\/pig-latin/);
    terminal.press('escape');
    const screen = await terminal.until(/(?<!of) 26 tasks/);
    expect(chosenRow(screen)).toContain('Translation');
    terminal.type('no/such-model');
    await terminal.until(/Enter: look up this model/);
    terminal.press('enter');
    await terminal.until(/The Hub has no model no\/such-model\./);
  });

  test('the key line says when Esc clears the filter rather than leaving', async () => {
    const terminal = picker();
    await terminal.until(/Esc leave/);
    terminal.type('fill');
    await terminal.until(/^Enter choose {2}Esc clear {2}F1 keys$/m);
    terminal.press('escape');
    await terminal.until(/Esc leave/);
  });

  test('line feeds choose too, as terminals send them for what is typed too early', async () => {
    const terminal = picker();
    await terminal.until(/26 tasks/);
    terminal.type('fill\n');
    await terminal.until(/^Tryout › Fill-Mask/);
  });

  test.each([
    [40, 12],
    [20, 7],
  ])('there is room for the chosen one at %i x %i', async (columns, rows) => {
    const terminal = picker(columns, rows);
    await terminal.until(/❯ Audio Clas/);
    terminal.press('end');
    const screen = await terminal.until(/❯ Zero-Shot Image/);
    expect(screen.split('\n').length).toBeLessThanOrEqual(rows);
  });

  test('a screen reader is told the chosen one in words', async () => {
    const terminal = picker(80, 24, { INK_SCREEN_READER: 'true' });
    await terminal.until(/Chosen, 1 of 26: Audio Classification, audio\. Audio classification is/);
    terminal.press('down');
    const screen = await terminal.until(/Chosen, 2 of 26: Audio-to-Audio/);
    expect(screen).toMatch(/Next: Automatic Speech Recognition/);
    expect(screen).not.toMatch(/❯/);
  });
});
