import { expect, test } from 'vitest';
import { inTerminal, type TerminalSession } from '../support/pseudo-terminal.ts';
import { allTasks } from '../support/task-list.ts';

async function opened(columns = 80, rows = 24): Promise<TerminalSession> {
  const terminal = inTerminal(['--sandbox'], { columns, rows });
  await terminal.until(/❯ Audio[^]*guest|guest[^]*❯ Audio/);
  return terminal;
}

/** Returns the output written until the screen is as expected. */
async function writtenBy(
  terminal: TerminalSession,
  act: () => void,
  expected: Parameters<TerminalSession['until']>[0],
): Promise<string> {
  const before = terminal.written().length;
  act();
  await terminal.until(expected);
  return terminal.written().slice(before);
}

test('moving the selection writes only the changed rows', async () => {
  const terminal = await opened();
  const [, first = '', second = '', third = ''] =
    /❯ (\S[^\n]*?)(?: {2}[^\n]*)?\n {2}(\S[^\n]*?)(?: {2}[^\n]*)?\n {2}(\S[^\n]*?)(?: {2}|\n)/.exec(
      terminal.screen(),
    ) ?? [];
  const written = await writtenBy(
    terminal,
    () => terminal.press('down'),
    (screen) => screen.includes(`❯ ${second}`),
  );
  expect(written).toContain(first);
  expect(written).toContain(second);
  for (const text of [third, 'Tryout', 'guest', '───', 'keys', '\u001b[2J'])
    expect(written).not.toContain(text);
});

test('typing does not rewrite unchanged lines, and growing does not clear the screen', async () => {
  const terminal = await opened();
  const written = await writtenBy(terminal, () => terminal.type('trans'), /❯ Translation/);
  for (const text of ['Tryout', 'guest', '───', '\u001b[2J']) expect(written).not.toContain(text);
  await terminal.pressUntil('escape', allTasks);
  const grown = await writtenBy(
    terminal,
    () => terminal.resize(100, 30),
    (screen) => screen.split('\n').length === 29 && /^─{100}$/m.test(screen),
  );
  expect(grown).not.toContain('\u001b[2J');
});

test('places the cursor right after the drawn text', async () => {
  const terminal = await opened();
  for (const before of ['abc', '漢字', '👩‍👩‍👧', 'e\u0301']) {
    await terminal.typeUntil(`${before}yz`, new RegExp(`${before}yz`, 'u'));
    terminal.press('left', 'left');
    const { row, column } = terminal.positionOf('yz');
    await terminal.until(() => terminal.cursor().row === row && terminal.cursor().column === column);
    // Another line changes; the cursor returns.
    await terminal.pressUntil('?', new RegExp(`${before}\\?yz`, 'u'));
    expect(terminal.isCursorVisible()).toBe(true);
    await terminal.pressUntil('escape', (screen) => !screen.includes('yz'));
  }
});

const scenarios: readonly (readonly (string | readonly [columns: number, rows: number])[])[] = [
  ['t', [100, 30], 'r', 'a', [60, 12], 'n', [61, 13]],
  [[40, 10], 'i', [120, 40], 'm', 'a', [20, 7], [60, 12], 'g', [60, 11]],
  ['z', [30, 24], 'e', [10, 3], 'r', [80, 9], 'x', '\u007f', [80, 24]],
];

test.each(scenarios)('shows the last frame after many changes, scenario %#', async (...steps) => {
  const terminal = await opened();
  let size: readonly [number, number] = [80, 24];
  let typed = '';
  for (const step of steps) {
    if (typeof step === 'string') {
      terminal.type(step);
      typed = step === '\u007f' ? typed.slice(0, -1) : typed + step;
    } else {
      size = step;
      terminal.resize(...step);
    }
    // Some frames are drawn; others are replaced first.
    await terminal.until((screen) => screen !== '');
  }
  const [columns, rows] = size;
  const fresh = await opened(columns, rows);
  fresh.type(typed);
  const expected = await fresh.until((screen) => typed === '' || screen.includes(`Filter: ${typed}`));
  expect(await terminal.until((screen) => screen === expected)).toBe(expected);
});
