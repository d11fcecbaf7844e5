import { expect, test } from 'vitest';
import { jsonLines } from '../../../packages/cli/src/files/preview.ts';
import type { Terminal } from '../../../packages/cli/src/terminal/index.ts';

const terminal: Terminal = {
  isTerminal: true,
  movesCursor: true,
  columns: 80,
  rows: 24,
  colors: 'none',
  unicode: true,
};

test('prints JSON like JSON.stringify', () => {
  const value = { a: [1, 2.5, null, true, [], {}], 'é "': 'text\n', nested: { deep: [{ b: '' }] } };
  expect(jsonLines(value, 100, terminal, 80).join('\n')).toBe(JSON.stringify(value, null, 2));
});

test('formats only the visible lines of a large value', () => {
  let visited = 0;
  const many = Array.from({ length: 1000 }, (_, index) => ({
    get id() {
      visited += 1;
      return index;
    },
  }));
  expect(jsonLines(many, 4, terminal, 80)).toEqual(['[', '  {', '    "id": 0', '  },']);
  expect(visited).toBeLessThan(5);
});

test('truncates lines, escapes control characters and adds colors without changing the text', () => {
  expect(jsonLines(['a long text of many words'], 2, terminal, 12)).toEqual(['[', '  "a long t…']);
  expect(jsonLines(['\u009b31m\u202e'], 2, terminal, 80)[1]).toBe('  "<U+009B>31m<U+202E>"');
  const colored = jsonLines({ name: 'x', n: 1 }, 9, { ...terminal, colors: '16' }, 80).join('\n');
  expect(colored).toContain('\u001b[3');
  // eslint-disable-next-line no-control-regex -- our own colors
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe('{\n  "name": "x",\n  "n": 1\n}');
});
