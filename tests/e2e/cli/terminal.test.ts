import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { serve } from '../../support/loopback.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const CONTROL_C = '\u0003';

describe('a run on a terminal', () => {
  const words = ['run', 'text-classification', 'What a wonderful day', ...at(sandbox)];

  test('shows the result, the model, the provider and the elapsed time, and erases the progress', async () => {
    const session = await inProcessTerminal(words, { environment }).endedWith(0);
    const screen = session.screen();
    expect(screen).toMatch(/POSITIVE/);
    expect(screen.split('\n').at(-1)).toMatch(
      /^sandbox\/vader-sentiment · hf-inference · (\d+ ms|\d+\.\d s) · about \$0\.0+\d+$/,
    );
    expect(screen).not.toMatch(/Looking for the model/);
    expect(session.written()).toContain('\u001b[2m');
  });

  test('--quiet shows only the result', async () => {
    const session = await inProcessTerminal([...words, '-q'], { environment }).endedWith(0);
    expect(session.screen()).not.toMatch(/ s$/);
  });

  test.each([
    ['--no-color', [...words, '--no-color'], {}],
    ['NO_COLOR', words, { NO_COLOR: '1' }],
    ['TERM=dumb', words, { TERM: 'dumb' }],
    ['FORCE_COLOR=-1e9', words, { FORCE_COLOR: '-1e9' }],
  ])('%s: uses no colors (F5)', async (name, given, more) => {
    // The program corrects this variable before it loads anything.
    const open = name.startsWith('FORCE_COLOR') ? inTerminal : inProcessTerminal;
    const session = open(given, { environment: { ...environment, ...more } });
    expect(await session.ended).toBe(0);
    expect(session.screen()).toMatch(/POSITIVE/);
    // oxlint-disable-next-line no-control-regex -- matches color sequences
    expect(session.written()).not.toMatch(/\u001b\[[\d;]*m/);
  });

  test('fits a window of 10 columns', async () => {
    const session = await inProcessTerminal(words, { environment, columns: 10, rows: 3 }).endedWith(0);
    expect(session.screen()).toMatch(/^PO…/);
  });

  test('shows progress during the run and erases it', async () => {
    let resume: () => void = () => undefined;
    const server = await serve(async (_received, response) => {
      await new Promise<void>((resolve) => (resume = resolve));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('[{"label":"done","score":1}]');
    });
    const endpoint = ['run', 'text-classification', 'x', '--endpoint-url', server.url];
    const session = inProcessTerminal(endpoint, { environment: {} });
    await server.first();
    const during = await session.until(/Running the model|Waiting for the response/);
    expect(during).not.toMatch(/Looking for the model/);
    resume();
    expect(await session.ended).toBe(0);
    expect(session.screen()).toMatch(/done/);
    expect(session.screen()).not.toContain(during.trim());
  });

  test('Ctrl-C restores the cursor and exits with 130 (F6)', async () => {
    const server = await serve(() => undefined);
    const session = inTerminal(['run', 'text-classification', 'x', '--endpoint-url', server.url]);
    const { left } = await server.first();
    session.type(CONTROL_C);
    expect(await left).toBe(true);
    expect(await session.ended).toBe(130);
    expect(session.isCursorVisible()).toBe(true);
    expect(session.screen()).toMatch(/error: Canceled$/);
  });
});

test('does not write an image to a terminal', async () => {
  const session = await inProcessTerminal(
    ['run', 'text-to-image', 'a red circle', '-o', '-', ...at(sandbox)],
    {
      environment,
    },
  ).endedWith(2);
  expect(session.screen()).toMatch(/Binary output cannot be written to a terminal/);
});

test('models prints a table with headings that fits the terminal', async () => {
  const models = Array.from({ length: 21 }, (_, index) => hubModel(`org/m${index}`));
  for (const count of [19, 20, 21]) {
    const hub = await fakeHub({ models: models.slice(0, count) });
    const words = ['models', 'text-classification', ...at(hub)];
    const session = await inProcessTerminal(words, { environment, columns: 90, rows: 40 }).endedWith(0);
    const [titles, ...rows] = session.screen().split('\n');
    expect(titles).toMatch(/^MODEL +DOWNLOADS +LIKES +PROVIDERS$/);
    const note = 'Showing the first 20 models; use --limit for more, up to 1000.';
    expect(rows.slice(20)).toEqual(count > 20 ? [note] : []);
    expect(rows.slice(0, 20)).toHaveLength(Math.min(20, count));
  }
});

describe('tables in a terminal of 20 columns', () => {
  const columns = 20;
  test.each<[name: string, words: string[], ids: string[]]>([
    ['tasks', ['tasks'], tasks.map(({ id }) => id)],
    ['models', ['models', 'text-classification', ...at(sandbox)], ['sandbox/vader-sentiment']],
  ])('%s: shows full IDs with the details below', async (_name, words, ids) => {
    const session = await inProcessTerminal([...words, '-q'], {
      environment: { ...environment, NO_COLOR: '1' },
      columns,
    }).endedWith(0);
    const lines = session.written().trimEnd().split('\r\n');
    const heads = lines.filter((line) => !line.startsWith(' '));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    for (const id of ids) {
      if (id.length <= columns) expect(heads).toContain(id);
      else expect(heads.join('')).toContain(id);
    }
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\S/));
    if (words[0] === 'models') expect(lines).toContainEqual(expect.stringMatching(/^ {2}DOWNLOADS: \d+$/));
    expect(heads.join('')).not.toContain('…');
  });
});
