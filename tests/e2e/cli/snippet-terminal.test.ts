import { describe, expect, test } from 'vitest';
import { at, cli } from '../../support/cli.ts';
import { inTerminal, type TerminalOptions } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const words = ['snippet', 'zero-shot-classification', `it's "50%" $off`, 'urgent', 'later', ...at(sandbox)];
// eslint-disable-next-line no-control-regex -- colours begin so
const colours = /\u001b\[[\d;]*m/g;
// eslint-disable-next-line no-control-regex -- colours begin so
const groundColours = /\u001b\[(30|37|97|40|47)m/;

/** All that was written, its lines as a pipe has them. */
async function seen(given: readonly string[], options: TerminalOptions = {}): Promise<string> {
  const session = inTerminal(given, { ...options, environment: { ...environment, ...options.environment } });
  expect(await session.ended).toBe(0);
  return session.written().replace(/\r\n/g, '\n');
}

describe('at a terminal', () => {
  test.each([
    ['16 colours', { TERM: 'xterm' }],
    ['256 colours', { TERM: 'xterm-256color' }],
    ['all colours', { COLORTERM: 'truecolor' }],
  ])('code is coloured in %s, and its characters are those of a pipe', async (_name, more) => {
    const [written, { stdout }] = await Promise.all([
      seen([...words, '-q'], { environment: more }),
      cli([...words, '-q'], { environment }),
    ]);
    expect(written).toMatch(colours);
    expect(written.replace(colours, '')).toBe(stdout);
    // Black and white are the ground of some terminals.
    expect(written).not.toMatch(groundColours);
  });

  test.each([
    ['--no-color', ['--no-color'], {}],
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['TERM=dumb', [], { TERM: 'dumb' }],
  ])('%s: no colours (F5)', async (_name, more, given) => {
    const [written, { stdout }] = await Promise.all([
      seen([...words, '-q', ...more], { environment: given }),
      cli([...words, '-q'], { environment }),
    ]);
    expect(written).toBe(stdout);
  });

  test('a single piece is told what it needs, and all of them that the library has code', async () => {
    const [single, all] = await Promise.all([
      seen([...words, '--client', 'requests']),
      seen(words, { columns: 120 }),
    ]);
    expect(single.replace(colours, '')).toMatch(/\nIt needs: pip install requests\n$/);
    expect(all.replace(colours, '')).toMatch(
      /\n--client library prints code for the model's own library\.\n$/,
    );
  });

  test('--json is not coloured', async () => {
    expect(JSON.parse(await seen([...words, '--json', '-q'], { columns: 1000 }))).toBeInstanceOf(Array);
  });
});

test('a pipe gets code alone, also where FORCE_COLOR wants colours', async () => {
  const forced = await cli([...words, '-q'], { environment: { ...environment, FORCE_COLOR: '3' } });
  expect(forced).toEqual(await cli([...words, '-q'], { environment }));
});
