import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox', NO_COLOR: '1' };

/** The lines that a command writes, without progress. */
async function linesOf(words: readonly string[], columns: number): Promise<string[]> {
  const session = inTerminal([...words, '-q'], { environment, columns });
  expect(await session.ended).toBe(0);
  return session.written().trimEnd().split('\r\n');
}

describe.each([40, 20])('tables in a terminal of %i columns', (columns) => {
  const cases: [name: string, words: string[], ids: string[]][] = [
    ['tasks', ['tasks'], tasks.map(({ id }) => id)],
    ['models', ['models', 'fill-mask', ...at(sandbox)], []],
  ];
  test.each(cases)('%s: shows full IDs with the details below', async (_name, words, ids) => {
    const lines = await linesOf(words, columns);
    const heads = lines.filter((line) => !line.startsWith(' '));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    for (const id of ids) {
      if (id.length <= columns) expect(heads).toContain(id);
      else expect(heads.join('')).toContain(id);
    }
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\S/));
    expect(heads.join('')).not.toContain('…');
  });
});

test('shows full model IDs with their downloads below at 40 columns', async () => {
  const lines = await linesOf(['models', 'text-classification', ...at(sandbox)], 40);
  const head = lines.indexOf('sandbox/vader-sentiment');
  expect(head).toBeGreaterThanOrEqual(0);
  expect(lines[head + 1]).toMatch(/^ {2}DOWNLOADS: \d+$/);
});
