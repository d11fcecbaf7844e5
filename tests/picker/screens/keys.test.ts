import { describe, expect, test } from 'vitest';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';

const words = ['--sandbox', 'text-classification'];

describe('the key help', () => {
  test('lists the keys of the current screen and of all screens, aligned; any key closes it', async () => {
    const session = await inProcessTerminal(words, { rows: 40 }).showing(/Select a model/);
    const screen = await session.pressUntil('?', /All screens/);
    expect(screen).toContain('This screen');
    const everywhere = screen.slice(screen.indexOf('All screens'));
    for (const key of ['Esc', 'Ctrl-Y', 'Ctrl-Q', 'Ctrl-Z', 'Ctrl-C']) expect(everywhere).toContain(key);
    const rows = screen.split('\n').filter((line) => /^ {2}\S/.test(line));
    const columns = rows.map((line) => /^ {2}\S.*? {2,}(?=\S)/.exec(line)?.[0].length);
    expect(new Set(columns).size).toBe(1);
    await session.pressUntil('x', (seen) => !seen.includes('All screens'));
    expect(session.screen()).toContain('Select a model');
  });

  test('opens with F1 in a form and includes the keys of text boxes', async () => {
    const session = inProcessTerminal([...words, 'sandbox/vader-sentiment'], { rows: 50 });
    await session.until(/Ctrl-L|Run/);
    const screen = await session.pressUntil('f1', /All screens/);
    expect(screen).toContain('Text boxes');
    expect(screen).toMatch(/Ctrl-X +Fill in the next example[^]*Ctrl-W/);
    await session.pressUntil('escape', (seen) => !seen.includes('All screens'));
  });

  test('T15: names the key that shows the rest', async () => {
    const session = inProcessTerminal([...words, 'sandbox/vader-sentiment'], { columns: 40, rows: 15 });
    await session.until(/\[ Run \]/);
    const screen = await session.pressUntil('f1', /This screen[^]*… \d+ more \(↓\)/);
    const below = Number(/(\d+) more/.exec(screen)?.[1]);
    await session.pressUntil('down', (next) => next.includes(`… ${below - 1} more (↓)`));
    await session.pressUntil('end', (next) => /Quit immediately/.test(next) && !/\d more/.test(next));
  });

  test('scrolls to the last key in the smallest terminal', async () => {
    const session = await inProcessTerminal(words, { columns: 20, rows: 7 }).showing(/Select/);
    await session.pressUntil('f1', /This screen|All screens/);
    await session.pressUntil('end', /Quit immediately/);
    await session.pressUntil('home', (screen) => !screen.includes('Quit immediately'));
  });
});
