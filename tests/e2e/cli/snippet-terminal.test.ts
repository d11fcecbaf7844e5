import { describe, expect, test } from 'vitest';
import { at, cli } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import type { TerminalOptions } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox({
  listing: [
    {
      id: 'acme/mask',
      pipeline_tag: 'fill-mask',
      library_name: 'transformers',
      inferenceProviderMapping: [
        {
          provider: 'hf-inference',
          hfModelId: 'acme/mask',
          providerId: 'acme/mask',
          status: 'live',
          task: 'fill-mask',
        },
      ],
    },
  ],
});
const environment = { HF_TOKEN: 'hf_sandbox' };
const words = ['snippet', 'zero-shot-classification', `it's "50%" $off`, 'urgent', 'later', ...at(sandbox)];
// oxlint-disable-next-line no-control-regex -- matches color sequences
const colors = /\u001b\[[\d;]*m/g;
// oxlint-disable-next-line no-control-regex -- matches color sequences
const backgroundColors = /\u001b\[(30|37|97|40|47)m/;
// oxlint-disable-next-line no-control-regex -- matches color sequences
const fixedColors = /\u001b\[[34]8[;:]/;
// oxlint-disable-next-line no-control-regex -- matches color sequences
const yellow = /\u001b\[[39]3m/;

/** The output of a terminal, with the line endings of a pipe. */
async function outputOf(given: readonly string[], options: TerminalOptions = {}): Promise<string> {
  const session = inTerminal(given, { ...options, environment: { ...environment, ...options.environment } });
  expect(await session.ended).toBe(0);
  return session.written().replace(/\r\n/g, '\n');
}

describe('on a terminal', () => {
  test.each([
    ['16 colors', { TERM: 'xterm' }],
    ['all colors', { COLORTERM: 'truecolor' }],
  ])('colors code with %s without changing the text', async (_name, more) => {
    const [written, { stdout }] = await Promise.all([
      outputOf([...words, '-q'], { environment: more }),
      cliInProcess([...words, '-q'], { environment }),
    ]);
    expect(written).toMatch(colors);
    expect(written.replace(colors, '')).toBe(stdout);
    // Black and white are the background of some terminals.
    expect(written).not.toMatch(backgroundColors);
    // Theme colors are readable on the theme's background, except yellow on white.
    expect(written).not.toMatch(fixedColors);
    expect(written).not.toMatch(yellow);
  });

  test('NO_COLOR: uses no colors (F5)', async () => {
    const [written, { stdout }] = await Promise.all([
      outputOf([...words, '-q'], { environment: { NO_COLOR: '1' } }),
      cliInProcess([...words, '-q'], { environment }),
    ]);
    expect(written).toBe(stdout);
  });

  test('prints the requirements of a single snippet', async () => {
    const single = await outputOf([...words, '--client', 'requests']);
    expect(single.replace(colors, '')).toMatch(/\nRequires: pip install requests\n$/);
  });

  test('wraps notes at words and does not split URLs', async () => {
    const address = `https://${'long-'.repeat(10)}name.example.com`;
    const words = ['snippet', 'fill-mask', 'x', '--endpoint-url', address, '--lang', 'curl'];
    const written = await outputOf(words, { columns: 40 });
    const note = written.slice(written.indexOf('The code sends')).trimEnd().split('\n');
    const host = new URL(address).host;
    expect(note.join(' ')).toBe(`The code sends no token to ${host}. Add --send-token to include it.`);
    // The terminal itself wraps what is longer than a line.
    expect(note).toContainEqual(expect.stringMatching(`^${host}\\.`));
    for (const line of note) if (!line.includes(host)) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('wraps errors and hints', async () => {
    const session = await inTerminal(['snippet', 'fill-mask', 'x', '--lang', 'java', '--client', 'curl'], {
      columns: 24,
    }).endedWith(2);
    const lines = session.written().trimEnd().split('\r\n');
    expect(lines.join(' ')).toBe("error: Invalid --lang 'java' hint: Choose one of curl, python, js, all.");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(24);
  });

  test('--json uses no colors', async () => {
    expect(JSON.parse(await outputOf([...words, '--json', '-q'], { columns: 1000 }))).toBeInstanceOf(Array);
  });
});

test('a pipe gets plain code, even with FORCE_COLOR', async () => {
  const forced = await cli([...words, '-q'], { environment: { ...environment, FORCE_COLOR: '3' } });
  expect(forced).toEqual(await cli([...words, '-q'], { environment }));
});
