import type { ListingRow } from '@tryout/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { at, cli } from '../../support/cli.ts';
import { sendJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const TASK = 'tabular-regression';

/** Puts rows into an order that has nothing to do with any of their fields. */
function shuffled<Row>(rows: readonly Row[]): Row[] {
  const steps = rows.length - 1;
  return rows.map((_row, index) => rows[(index * 509) % (steps + 1)] as Row);
}

/**
 * 1,203 rows: 3 ahead of all, then 1,200 in blocks of equal downloads and likes, 400 each, whose names alone order
 * them. Names are written so that the alphabet, not their numbers, must decide: row-10 before row-9.
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
const sandbox = await recordingSandbox({ listing: shuffled([...leaders, ...tied]) });
const environment = { HF_TOKEN: 'hf_sandbox' };

beforeEach(() => sandbox.forget());

const namesIn = (stdout: string) => (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);

/** The order worked out by hand: blocks as written, names within a block by their letters. */
const numbers = Array.from({ length: 400 }, (_, index) => String(index)).sort();
const expected = [
  'z/first',
  'a/second',
  'b/third',
  ...['m', 'a', 'k'].flatMap((prefix) => numbers.map((number) => `${prefix}/row-${number}`)),
];

test('1,203 models with ties: the first thousand, by downloads, likes and name', async () => {
  const { code, stdout } = await cli(['models', TASK, '--limit', '1000', '--json', ...at(sandbox)], {
    environment,
  });
  expect(code).toBe(0);
  expect(expected[3]).toBe('m/row-0');
  expect(expected[5]).toBe('m/row-10');
  expect(namesIn(stdout)).toEqual(expected.slice(0, 1000));
});

test('a small limit cuts the same order, though the ties come in any', async () => {
  const { stdout } = await cli(['models', TASK, '--limit', '7', '--json', ...at(sandbox)], { environment });
  expect(namesIn(stdout)).toEqual(expected.slice(0, 7));
});

test('a row as JSON has every field of the contract, and as text the name, counts and providers', async () => {
  const words = ['models', TASK, '--search', 'z/first', ...at(sandbox)];
  const [json, text] = await Promise.all([
    cli([...words, '--json'], { environment }),
    cli(words, { environment }),
  ]);
  expect(JSON.parse(json.stdout)).toEqual([
    {
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

test('--provider asks the hub for models that are served', async () => {
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

test('no models: said on stderr, an empty list as JSON', async () => {
  const words = ['models', TASK, '--search', 'nothing-has-this-name', ...at(sandbox)];
  expect(await cli(words, { environment })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No models available for this task\n',
  });
  expect((await cli([...words, '--json'], { environment })).stdout).toBe('[]\n');
});

test('S5: a list whose pages were not all read says so on stderr', async () => {
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

test('S7: a listing that is a web page says that the hub address may be wrong', async () => {
  const hub = await serve((_received, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<h1>Welcome</h1>');
  });
  const { code, stdout, stderr } = await cli(['models', TASK, '--hub-url', hub.url]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(
    `error: Unexpected response from 127.0.0.1:${hub.port}: expected JSON, got text/html\nhint: Check the hub URL, or try again later.\n`,
  );
});
