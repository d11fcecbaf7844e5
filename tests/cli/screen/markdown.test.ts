import { expect, test } from 'vitest';
import { markdownLines } from '../../../packages/cli/src/screen/markdown.ts';
import { markdownWriter } from '../../../packages/cli/src/screen/markdown.ts';
import type { Terminal } from '../../../packages/cli/src/screen/index.ts';

const terminal: Terminal = {
  isTerminal: true,
  movesCursor: true,
  columns: 41,
  rows: 20,
  colors: 'none',
  unicode: true,
};

const answer = `# Title

A *word* in **bold**, \`code\` and a [link](https://example.org) that is long.

- one
- two
  1. inner

| name | n |
|:--|--:|
| a | 10 |
| long name | 2 |

\`\`\`js
const a = 1;
\`\`\`

> quoted`;

const drawn = [
  'Title',
  '',
  'A word in bold, code and a link',
  '(https://example.org) that is long.',
  '',
  '• one',
  '• two',
  '  1. inner',
  '',
  'name      │  n',
  '──────────┼───',
  'a         │ 10',
  'long name │  2',
  '',
  'js',
  '  const a = 1;',
  '',
  '│ quoted',
];

test('W3: draws headings, emphasis, links, lists, tables, code and quotes', () => {
  expect(markdownLines(terminal).lines(answer, 40)).toEqual(drawn);
});

test('W3: text that grows letter by letter is drawn like a complete one', () => {
  const document = markdownLines(terminal);
  let lines: readonly string[] = [];
  for (let end = 1; end <= answer.length; end += 1) lines = document.lines(answer.slice(0, end), 40);
  expect(lines).toEqual(drawn);
});

test('F1: control characters and character references cannot reach the terminal', () => {
  const hostile = '**\u001b]0;x\u0007** &#27;[31m `\u009b31m` [x](\u001b[2J) <b>\u202e</b>';
  const text = markdownLines(terminal).lines(hostile, 200).join('\n');
  // oxlint-disable-next-line no-control-regex -- these are the characters to find
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain('<U+001B>]0;x<U+0007> <U+001B>[31m');
});

test('X5: a long block that is not parsed stays readable', () => {
  const words = 'word '.repeat(10_000);
  const lines = markdownLines(terminal).lines(words, 40);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(words.trim());
});

test('C20: a streamed answer ends as if it had been drawn once', () => {
  let screen = '';
  const writer = markdownWriter({ write: (text) => void (screen += text) }, terminal);
  for (const piece of answer.match(/[^]{1,7}/g) ?? []) writer.write(piece);
  writer.end();
  expect(screen).toBe(`${drawn.join('\n')}\n`);
});

const nested = (mark: string, end = 'a') => mark.repeat(1500) + end;

test.each([
  ['nested quotes', nested('> ', 'a\n'.repeat(3000))],
  ['nested lists', nested('- ', 'a word '.repeat(500))],
  ['nested styles', nested('*_', 'a\n'.repeat(3000))],
  ['a wide table with a long cell', `${'a|'.repeat(500)}\n${'-|'.repeat(500)}\n${'word '.repeat(1000)}|\n`],
])('X12: the terminal gets little more than was written for %s', (_name, text) => {
  const lines = markdownLines({ colors: 'truecolor', unicode: true }).lines(text, 100);
  expect(lines.join('\n').length).toBeLessThan(100 * text.length);
  expect(lines.join('').length).toBeGreaterThan(text.length / 2);
});

test('X12: nesting stays readable in a narrow terminal', () => {
  const lines = markdownLines(terminal).lines('> - 1. > some more words', 12);
  expect(lines.join('').replaceAll(/\s+/g, ' ')).toContain('some');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(12);
});
