import { expect, test } from 'vitest';
import { createTerminal, textOf } from './terminal-emulator.ts';

test.each([
  ['a', 1],
  ['日本', 4],
  ['👍', 2],
  ['👍🏽', 2],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['e\u0301', 1],
  ['की', 1],
])('the test terminal draws %s as wide as modern terminals', async (text, width) => {
  const terminal = createTerminal(20, 2);
  await new Promise<void>((resolve) => terminal.write(`${text}|`, resolve));
  expect(textOf(terminal.buffer.active)).toBe(`${text}|`);
  expect(terminal.buffer.active.cursorX).toBe(width + 1);
});
