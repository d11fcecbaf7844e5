import { describe, expect, test } from 'vitest';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';

/** Lines as written, before the terminal wraps them. */
function linesWritten(written: string): string[] {
  // oxlint-disable-next-line no-control-regex -- matches style sequences
  return written.replace(/\u001b\[[\d;?]*[a-zA-Z]/g, '').split(/\r?\n/);
}

describe('help in a terminal of 20 columns', () => {
  const columns = 20;
  test.each([['--help'], ['run', '--help']])('%s %s', async (...words) => {
    const session = await inTerminal(words, { columns }).endedWith(0);
    const lines = linesWritten(session.written());
    // The terminal wraps words that do not fit next to the indentation.
    const ofShortWords = lines.filter((line) => line.split(' ').every((word) => word.length < columns - 4));
    expect(ofShortWords.length).toBeGreaterThan(lines.length / 2);
    for (const line of ofShortWords) expect(line.length).toBeLessThanOrEqual(columns);
    // Words that fit on a line are not split.
    expect(lines.join(' ').split(/\s+/)).toEqual(
      expect.arrayContaining(['[options]', 'network', 'progress', 'overall']),
    );
  });
});

test('tryout help [command] prints the same as --help', async () => {
  const pairs = [
    [['help'], ['--help']],
    [
      ['help', 'models'],
      ['models', '--help'],
    ],
    [
      ['help', 'run', 'fill-mask'],
      ['run', 'fill-mask', '--help'],
    ],
  ] as const;
  for (const [words, same] of pairs) {
    const [help, expected] = await Promise.all([cli(words), cli(same)]);
    expect(help).toEqual(expected);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: tryout/) as unknown });
  }
});

test('the help of each command has its sections in the usual order', async () => {
  const { stdout } = await cli(['complete', '--', 'help', '']);
  const names = stdout.match(/^\S+/gm)!;
  expect(names).toContain('batch');
  const order = ['Usage:', 'Arguments:', 'Inputs:', 'Options:', 'Global Options:', 'Commands:'];
  for (const name of names) {
    const help = await cli([name, '--help']);
    const positions = order
      .map((title) => help.stdout.search(new RegExp(`^${title}`, 'm')))
      .filter((at) => at >= 0);
    expect([name, ...positions]).toEqual([name, ...positions.toSorted((a, b) => a - b)]);
    expect([name, positions.length > 1]).toEqual([name, true]);
  }
});

describe('the examples in the help are valid', async () => {
  const { stdout } = await cli(['--help']);
  const examples = [...stdout.matchAll(/^ {2}tryout (.+?)(?: {2,}.*)?$/gm)].map(([, words = '']) =>
    words.split(' ').filter((word) => !/^["<]|"$/.test(word)),
  );

  test('exist', () => expect(examples.length).toBeGreaterThan(3));

  test.each(examples)('%s %s', async (...words) => {
    // --help is handled after parsing the options before it, without a run.
    const { code, stderr } = await cli([...words, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
