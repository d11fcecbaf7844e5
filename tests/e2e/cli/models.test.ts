import type { ListingRow } from '@tryout/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import { answerBody, answerJson, sendJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const TASK = 'tabular-regression';

/** Puts rows in an order unrelated to their fields. */
function shuffled<Row>(rows: readonly Row[]): Row[] {
  const steps = rows.length - 1;
  return rows.map((_row, index) => rows[(index * 509) % (steps + 1)] as Row);
}

/**
 * 1,203 rows: 3 at the top, then three blocks of 400 with equal downloads and likes, sorted by name. The names sort
 * alphabetically, not numerically: row-10 before row-9.
 */
const row = (id: string, downloads: number, likes: number): ListingRow => ({
  id,
  pipeline_tag: TASK,
  downloads,
  likes,
});
const leaders = [row('z/first', 9_000_000, 1), row('a/second', 8_000_000, 7), row('b/third', 8_000_000, 6)];
const blocks = [
  { downloads: 7_000_000, likes: 5, prefix: 'm' },
  { downloads: 7_000_000, likes: 4, prefix: 'a' },
  { downloads: 6_000_000, likes: 99, prefix: 'k' },
];
const tied = blocks.flatMap(({ downloads, likes, prefix }) =>
  Array.from({ length: 400 }, (_, index) => row(`${prefix}/row-${index}`, downloads, likes)),
);
const large: ListingRow = {
  ...row('acme/large', 12_345, 6),
  pipeline_tag: 'text-generation',
  gated: 'manual',
  library_name: 'transformers',
  cardData: { license: 'apache-2.0' },
  safetensors: { total: 8_030_261_248 },
};
const sandbox = await recordingSandbox({ listing: shuffled([...leaders, ...tied, large]) });
const environment = { HF_TOKEN: 'hf_sandbox' };

beforeEach(() => sandbox.forget());

const namesIn = (stdout: string) => (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);

/** The expected order: blocks as listed above, names within a block alphabetically. */
const numbers = Array.from({ length: 400 }, (_, index) => String(index)).sort();
const expected = [
  'z/first',
  'a/second',
  'b/third',
  ...['m', 'a', 'k'].flatMap((prefix) => numbers.map((number) => `${prefix}/row-${number}`)),
];

test('S12: sorts 1,203 models with ties by downloads, likes and name', async () => {
  const { code, stdout } = await cli(['models', TASK, '--limit', '1000', '--json', ...at(sandbox)], {
    environment,
  });
  expect(code).toBe(0);
  expect(expected[3]).toBe('m/row-0');
  expect(expected[5]).toBe('m/row-10');
  expect(namesIn(stdout)).toEqual(expected.slice(0, 1000));
  const start = await cli(['models', TASK, '--limit', '7', '--json', ...at(sandbox)], { environment });
  expect(namesIn(start.stdout)).toEqual(expected.slice(0, 7));
});

test('S17: prints all fields as JSON, and the name, counts and providers as text', async () => {
  const words = ['models', TASK, '--search', 'z/first', ...at(sandbox)];
  const [json, text] = await Promise.all([
    cli([...words, '--json'], { environment }),
    cli(words, { environment }),
  ]);
  expect(JSON.parse(json.stdout)).toEqual([
    {
      id: 'z/first',
      name: 'z/first',
      downloads: 9_000_000,
      likes: 1,
      private: false,
      gated: false,
      task: TASK,
      updatedAt: expect.toSatisfy(
        (value) => value === null || !Number.isNaN(Date.parse(String(value))),
      ) as unknown,
      providers: [],
    },
  ]);
  expect(text.stdout).toBe('z/first\t9000000\t1\t\n');
});

test('--provider lists models available from a provider', async () => {
  const { stdout } = await cli(['models', TASK, '--provider', 'all', '--json', ...at(sandbox)], {
    environment,
  });
  const rows = JSON.parse(stdout) as { name: string; providers: string[] }[];
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, providers } of rows) {
    expect(name).toMatch(/^sandbox\//);
    expect(providers).toContain('hf-inference');
  }
  expect(sandbox.requests[0]?.url).toContain('inference_provider=all');
});

test('C14: lists misbehaving models only when they are searched for', async () => {
  const list = async (...more: string[]) =>
    namesIn((await cli(['models', 'text-classification', '--json', ...more, ...at(sandbox)])).stdout);
  const [all, found] = await Promise.all([list(), list('--author', 'trouble', '--filter', 'misbehaves')]);
  expect(all).toContain('sandbox/vader-sentiment');
  expect(all.filter((name) => name.startsWith('trouble/'))).toEqual([]);
  expect(found).toContain('trouble/silent');
});

test.each([
  ['a table in a terminal', 20, []],
  ['JSON in a terminal', 21, ['--json']],
])('%s has %i of 21 models', async (_name, count, words) => {
  const listing = Array.from({ length: 21 }, (_, index) => hubModel(`org/model-${index}`));
  const hub = await fakeHub({ listing, models: [] });
  const terminal = inProcessTerminal(['models', 'text-classification', ...words, ...at({ url: hub.url })]);
  const written = (await terminal.endedWith(0)).written();
  expect(new Set(written.match(/org\/model-\d+/g)).size).toBe(count);
  expect(written.includes('Showing the first 20 models')).toBe(count === 20);
});

test('C18: names the filters that no model matches', async () => {
  const words = ['models', TASK, '--search', 'nothing-has-this-name', ...at(sandbox)];
  expect(await cli(words, { environment })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `No ${TASK} model matches --search nothing-has-this-name\n`,
  });
  expect((await cli([...words, '--json'], { environment })).stdout).toBe('[]\n');
});

test('C4: -m takes the URL of a model page', async () => {
  const page = `${sandbox.hubUrl}/sandbox/vader-sentiment/tree/main`;
  const { code, stdout } = await cli(['run', 'sentiment', 'Lovely', '-m', page, ...at(sandbox)], {
    environment,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^POSITIVE\t/) as string });
});

test('C5: an unknown model is an error with similar names before any input is sent', async () => {
  const words = ['run', 'sentiment', 'Lovely', '-m', 'sandbox/vader-sentimental', ...at(sandbox)];
  expect(await cli(words, { environment })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'error: Model sandbox/vader-sentimental not found\nhint: Did you mean sandbox/vader-sentiment?\n',
  });
  expect(sandbox.requests.map(({ method }) => method)).not.toContain('POST');
});

test('C5: a model of the Hub that the sandbox lacks gets a hint on those of the sandbox', async () => {
  const { code, stderr } = await cli(['run', 'sentiment', 'Lovely', '-m', 'facebook/none', '--sandbox']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'error: Model facebook/none not found\nhint: The sandbox has models of its own: tryout models TASK --sandbox.\n',
  });
});

test('info prints what the Hub lists for a model, with the prices of providers', async () => {
  const info = (...words: string[]) => cli(['info', ...words, ...at(sandbox)], { environment });
  const [json, text, chat] = await Promise.all([
    info('acme/large', '--json'),
    info(`${sandbox.hubUrl}/acme/large`),
    info('sandbox/plain-assistant', '--json'),
  ]);
  expect(JSON.parse(json.stdout)).toEqual({
    id: 'acme/large',
    task: 'text-generation',
    downloads: 12_345,
    likes: 6,
    gated: 'manual',
    library: 'transformers',
    license: 'apache-2.0',
    parameters: 8_030_261_248,
    providers: [],
  });
  expect(text.stdout).toContain('model\tacme/large\n');
  expect(text.stdout).toContain('parameters\t8,030,261,248\n');
  expect(text.stdout).toContain(`page\t${sandbox.hubUrl}/acme/large\n`);
  expect(JSON.parse(chat.stdout)).toMatchObject({
    license: 'mit',
    providers: [
      { name: 'hf-inference', status: 'live' },
      { name: 'groq', status: 'live', price: { input: 0.05, output: 0.08 } },
    ],
  });
  expect(await info('sandbox/plain-assistants')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hint: Did you mean sandbox/plain-assistant?') as string,
  });
});

test('S5: notes on stderr that a list with unread pages may be incomplete', async () => {
  let pages = 0;
  const hub = await serve((_received, response) => {
    pages += 1;
    const next = `</api/models?cursor=${pages}>; rel="next"`;
    sendJson(response, [{ id: `org/model-${pages}` }], 200, { Link: next });
  });
  const { code, stdout, stderr } = await cli(['models', TASK, '--json', '--hub-url', hub.url]);
  expect(code).toBe(0);
  expect(namesIn(stdout)).toHaveLength(20);
  expect(stderr).toBe('The list may be incomplete: the hub has more pages. Use --search to narrow it.\n');
});

test('S7: suggests checking the hub address if the listing is a web page', async () => {
  const hub = await serve(answerBody('<h1>Welcome</h1>', 200, { 'Content-Type': 'text/html' }));
  const { code, stdout, stderr } = await cli(['models', TASK, '--hub-url', hub.url]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(
    `error: Unexpected response from 127.0.0.1:${hub.port}: expected JSON, got text/html\nhint: Check the hub URL, or try again later.\n`,
  );
});

test('C11: a failed listing is one short sentence and the next step; --debug has the URL', async () => {
  const hub = await serve(answerJson({}, 502));
  const words = ['models', TASK, '--hub-url', hub.url];
  const { code, stderr } = await cli(words);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'error: Api error with status 502\nhint: The Hub is having problems; try again in a moment.\n',
  });
  expect((await cli([...words, '--debug'])).stderr).toMatch(/^error: Api error with status 502\. URL: http/m);
});

test.each([
  ['gated', 'Request access at HUB/trouble/gated, then try again.'],
  ['payment-required', 'buy more at HUB/settings/billing, or'],
])('C11: the hint for trouble/%s has the page that solves it', async (name, hint) => {
  const words = ['run', 'text-classification', 'x', '-m', `trouble/${name}`, ...at(sandbox)];
  const { stderr } = await cli(words, { environment });
  expect(stderr.replaceAll(sandbox.hubUrl, 'HUB')).toContain(hint);
});
