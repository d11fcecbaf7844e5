import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, cli, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess, runningInProcess } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel, type FakeHub } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };
const MEGABYTE = 1e6;

function fill(length: number, write: (index: number) => string): string {
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length) parts.push(write(parts.length));
  return parts.join('');
}
const repeat = (text: string, length: number) => fill(length, () => text);

const prompt = 'messages:\n  - role: user\n    content: "{{text}}"\nmore:\n';
const rows = 'text,other\n';

describe('X40: hostile inputs end by themselves', () => {
  const inputs: Readonly<
    Record<string, readonly [file: string, write: () => string, error: RegExp | undefined]>
  > = {
    'a million keys of YAML': [
      'a.prompt.yml',
      () => prompt + fill(0.9 * MEGABYTE, (i) => `  k${i}: 1\n`),
      /too many parts/,
    ],
    'keys of YAML on one line': [
      'a.prompt.yml',
      () => `${prompt} {${fill(MEGABYTE / 2, (i) => `k${i}: 1,`)}}`,
      /too many parts/,
    ],
    'marked keys of YAML in each other': [
      'a.prompt.yml',
      () => `${prompt}  ${repeat('? ', 20_000)}`,
      /too many parts/,
    ],
    'anchors of YAML that are used at once': [
      'a.prompt.yml',
      () => prompt + repeat('  - &a [*a]\n', 50_000),
      /too many parts/,
    ],
    'lists of YAML without end': [
      'a.prompt.yml',
      () => `${prompt}  ${repeat('[', 0.9 * MEGABYTE)}`,
      /too many parts/,
    ],
    'maps of YAML without end': [
      'a.prompt.yml',
      () => `${prompt}  ${repeat('{a: ', 0.9 * MEGABYTE)}`,
      /too many parts/,
    ],
    'braces in a prompt': [
      'a.prompt.yml',
      () => prompt.replace('{{text}}', repeat('{{', 0.9 * MEGABYTE)),
      undefined,
    ],
    'long names of columns': [
      'a.csv',
      () => `text${fill(8 * MEGABYTE, (i) => `,${'x'.repeat(3100)}${i}`)}\na\n`,
      /not a table/,
    ],
    'millions of columns': ['a.csv', () => `${repeat('a,', 8 * MEGABYTE)}\nb\n`, /more than 10000 columns/],
    'millions of tabs': [
      'a.tsv',
      () => `text\tother\n${repeat('\t', 8 * MEGABYTE)}\n`,
      /more than 10000 columns/,
    ],
    'millions of cells in one row': [
      'a.csv',
      () => `${rows}${repeat('"""",', 8 * MEGABYTE)}\n`,
      /more than 10000 columns/,
    ],
    'a quote without end': ['a.csv', () => `${rows}"${repeat('x\n', 40 * MEGABYTE)}`, /too large/],
    'rows that end in returns': [
      'a.csv',
      () => `text,other\r${repeat('a,b\r', 35 * MEGABYTE)}`,
      /not a table|columns/,
    ],
    'several separators': ['a.csv', () => `a;b,c|d\n${repeat('1;2,3|4\n', MEGABYTE)}`, /separator could be/],
    'lists in lists': ['a.jsonl', () => repeat('[', 8 * MEGABYTE), /Line 1/],
    'objects in objects': ['a.jsonl', () => repeat('{"text":', 8 * MEGABYTE), /Line 1/],
    'a million keys of JSON': [
      'a.jsonl',
      () => `{${fill(12 * MEGABYTE, (i) => `"k${i}":1,`)}"text":"a"}`,
      /Line 1/,
    ],
    'millions of numbers': ['a.jsonl', () => `{"text":[${repeat('1,', 30 * MEGABYTE)}1]}`, /Line 1/],
    'a number of a million digits': ['a.jsonl', () => `{"text":${repeat('9', MEGABYTE)}}`, undefined],
    'JSON of a run file in itself': ['a.run.json', () => repeat('{"a":', 8 * MEGABYTE), /at most|run file/],
  };

  const endsByItself = async (_name: string, [file, write, error]: (typeof inputs)[string]) => {
    const models = [
      hubModel('org/model'),
      hubModel('org/writer', { task: 'text-generation', serves: 'conversational' }),
    ];
    const hub = await fakeHub({ models });
    const folder = temporaryFolder();
    writeFileSync(join(folder, file), write());
    writeFileSync(join(folder, 'one.csv'), 'text\na\n');
    const of = (...words: string[]) => ['batch', ...words, '--dry-run'];
    const words = file.includes('.prompt.')
      ? [...of('text-generation', 'one.csv', '-m', 'org/writer'), '--prompt', `@${file}`]
      : file.includes('.run.')
        ? ['rerun', file]
        : of('text-classification', file, '-m', 'org/model');
    const { code, stderr } = await cli([...words, ...at(hub)], { folder, environment });
    expect(code, stderr).toBe(error ? 2 : 0);
    if (error) expect(stderr).toMatch(error);
  };

  /** One for each limit. */
  const first = [
    'anchors of YAML that are used at once',
    'lists of YAML without end',
    'braces in a prompt',
    'millions of cells in one row',
    'several separators',
    'objects in objects',
    'JSON of a run file in itself',
  ];
  const isFirst = ([name]: readonly [string, unknown]) => first.includes(name);
  const all = Object.entries(inputs);
  test.each(all.filter(isFirst))('%s', endsByItself);
  test.each(all.filter((input) => !isFirst(input)))('%s', { tags: ['nightly'] }, endsByItself);

  test('Ctrl-C ends a source that has no rows, and never ends', async () => {
    const hub = await fakeHub({
      first: ({ url }) =>
        url.endsWith('/endless.jsonl')
          ? (_received, response) => {
              const write = () => {
                while (response.write('\n'.repeat(100_000)));
              };
              response.on('drain', write).on('error', () => undefined);
              write();
            }
          : undefined,
    });
    const words = ['batch', 'text-classification', 'hf://datasets/a/b/endless.jsonl', '-m', 'org/model'];
    const running = runningInProcess([...words, ...at(hub)], { environment });
    await hub.arrival('/endless.jsonl');
    running.interrupt();
    expect((await running.ended).code).toBe(130);
  });
});

function folderWithRows(count: number): string {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'in.csv'),
    `text\n${fill(count, (index) => String(index % 10))
      .split('')
      .join('\n')}\n`,
  );
  return folder;
}

const batch = ['batch', 'text-classification', 'in.csv', '-m', 'org/model', '-o', 'out.jsonl'];
const labels = [{ label: 'A', score: 1 }];

describe('X40: waits that a server names', () => {
  test.each([
    ['429', 429, { 'Retry-After': '601' }],
    ['503', 503, { 'Retry-After': '86400' }],
    ['429 for 31 years', 429, { 'Retry-After': '999999999' }],
    ['429 until a far date', 429, { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }],
    ['429 with RateLimit', 429, { RateLimit: '"api";r=0;t=999999999' }],
  ])('%s: a batch ends with the rows it has, and continues later', async (_name, status, headers) => {
    let isBusy = true;
    let count = 0;
    const hub = await fakeHub({
      inference: (_received, response) => {
        count += 1;
        if (isBusy && count > 2) sendJson(response, { error: 'Busy' }, status, headers);
        else sendJson(response, labels);
      },
    });
    const folder = folderWithRows(8);
    const first = await cliInProcess([...batch, ...at(hub)], { folder, environment });
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/The batch stopped: Busy/);
    const lines = () => readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n');
    expect(lines().every((line) => !line.includes('"error"'))).toBe(true);
    isBusy = false;
    expect((await cliInProcess([...batch, ...at(hub)], { folder, environment })).code).toBe(0);
    expect(lines()).toHaveLength(8);
  });

  /** Runs a batch until it says how long it waits, and cancels it. */
  async function cancelWait(hub: FakeHub, words: readonly string[], folder = folderWithRows(4)) {
    const running = runningInProcess([...words, ...at(hub)], { folder, environment });
    const [, seconds] = await running.waitForStderr(
      /waiting ([\d:]+ \w+) for the server, until \d\d:\d\d:\d\d/,
    );
    running.interrupt();
    expect((await running.ended).code).toBe(130);
    return seconds;
  }

  test.each([
    ['a refusal', 429, { 'Retry-After': '300' }, /^(?:5:00|4:5\d) min$/],
    ['a limit of 31 years', 200, { RateLimit: '"api";r=0;t=999999999' }, /^(?:10:00|9:5\d) min$/],
    [
      'a limit of another draft',
      200,
      { RateLimit: 'limit=1, remaining=0, reset=99999' },
      /^(?:10:00|9:5\d) min$/,
    ],
  ])(
    'the wait after %s is said with its end, and Ctrl-C ends it',
    async (_name, status, headers, seconds) => {
      const hub = await fakeHub({
        inference: (_received, response) =>
          sendJson(response, status === 200 ? labels : { error: 'Busy' }, status, headers),
      });
      expect(await cancelWait(hub, batch)).toMatch(seconds);
    },
  );

  test('the wait for a dataset is said with its end, and Ctrl-C ends it', async () => {
    const hub = await fakeHub({
      first: ({ url }) =>
        url.startsWith('/splits') ? answerJson({ error: 'Busy' }, 429, { 'Retry-After': '60' }) : undefined,
    });
    const words = ['batch', 'text-classification', 'hf://datasets/a/b', '-m', 'org/model'];
    expect(await cancelWait(hub, words)).toMatch(/^(?:1:00 min|5\d s)$/);
  });
});
