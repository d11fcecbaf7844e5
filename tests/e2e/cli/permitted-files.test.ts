import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BatchLine } from '@tryout/engine';
import { expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { at, isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel, type FakeHub, type Reply } from '../../support/fake-hub.ts';

const image = fileURLToPath(new URL('../../../examples/shapes.png', import.meta.url));
const environment = { HF_TOKEN: 'hf_sandbox' };
const MODEL = 'org/images';

const imageHub = (more: { first?: (received: { url: string }) => Reply | undefined } = {}) =>
  fakeHub({ models: [hubModel(MODEL, { task: 'image-classification' }), hubModel('org/model')], ...more });

/** A folder `work` with images, links and a pipe, and images outside of it. */
function hostileFolder() {
  const parent = temporaryFolder();
  const work = join(parent, 'work');
  for (const folder of ['work/sub/.git', 'work/.private', 'other'])
    mkdirSync(join(parent, folder), { recursive: true });
  for (const name of ['secret.png', 'other/far.png', 'work/a.png', 'work/.hidden.png', 'work/sub/.git/x.png'])
    copyFileSync(image, join(parent, name));
  copyFileSync(image, join(work, '.private', 'b.png'));
  writeFileSync(join(work, 'notes.png'), 'SECRET=1\n');
  symlinkSync('../secret.png', join(work, 'link.png'));
  symlinkSync('.hidden.png', join(work, 'to-hidden.png'));
  symlinkSync('..', join(work, 'up'));
  symlinkSync('a.png', join(work, 'inside.png'));
  symlinkSync('/dev/zero', join(work, 'zero.png'));
  execFileSync('mkfifo', [join(work, 'pipe.png')]);
  return { parent, work };
}

function linesOf(stdout: string): BatchLine[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BatchLine)
    .sort((one, other) => one.row - other.row);
}

const run = (hub: FakeHub, folder: string, source: string, ...words: string[]) =>
  cliInProcess(['batch', 'image-classification', source, '-m', MODEL, ...words, ...at(hub)], {
    folder,
    environment,
  });

const jsonLines = (names: readonly string[]) =>
  names.map((name) => `${JSON.stringify({ image: name })}\n`).join('');

const isWindows = process.platform === 'win32';

test.skipIf(isWindows)('X29: cells name only files below the folder of their table', async () => {
  const { parent, work } = hostileFolder();
  const hub = await imageHub();
  const refused: readonly (readonly [name: string, message: RegExp])[] = [
    ['../secret.png', /outside of .*work/],
    ['sub/../../secret.png', /outside of/],
    [join(parent, 'secret.png'), /absolute path/],
    [join(work, 'a.png'), /absolute path/],
    ['/proc/self/environ', /absolute path/],
    ['.hidden.png', /is hidden/],
    ['sub/.git/x.png', /is hidden/],
    ['.private/../.hidden.png', /is hidden/],
    ['to-hidden.png', /is hidden/],
    ['link.png', /outside of/],
    ['up/secret.png', /outside of/],
    ['zero.png', /outside of/],
    ['pipe.png', /not a regular file/],
    ['sub', /is a folder/],
    ['notes.png', /is not an image/],
    ['~/secret.png', /not found/],
    ['%2e%2e/secret.png', /not found/],
    ['..\\secret.png', /not found/],
    ['../secret.png\0.png', /outside of|not found/],
    [`file://${join(parent, 'secret.png')}`, /not found/],
  ];
  const permitted = ['a.png', './a.png', 'sub/../a.png', '../work/a.png', 'inside.png'];
  writeFileSync(join(work, 'in.jsonl'), jsonLines([...permitted, ...refused.map(([name]) => name)]));
  const { code, stdout } = await run(hub, parent, 'work/in.jsonl');
  const lines = linesOf(stdout);
  expect(code).toBe(1);
  expect(lines.slice(0, permitted.length).map(({ error }) => error)).toEqual(permitted.map(() => undefined));
  const rest = lines.slice(permitted.length).map(({ error }) => error?.message);
  expect(rest).toEqual(refused.map(([, message]) => expect.stringMatching(message) as string));
  expect(hub.runs()).toHaveLength(permitted.length);
  expect(stdout).not.toContain('SECRET');
  writeFileSync(join(work, 'in.jsonl'), jsonLines(['a.png', 'link.png', 'sub/../a.png']));
  const preview = await run(hub, parent, 'work/in.jsonl', '--dry-run');
  expect(preview).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Rows: 3$[^]*^Row 2 cannot run: 'link\.png' is outside of[^]*^Row 3: POST/m,
    ),
  });
});

test.skipIf(isWindows)('X29: --media-root replaces the folder, also as a link and for datasets', async () => {
  const { parent, work } = hostileFolder();
  symlinkSync(parent, join(parent, 'other', 'all'));
  const names = ['secret.png', '../secret.png', join(parent, 'other', 'far.png'), 'link.png', 'work/a.png'];
  writeFileSync(
    join(work, 'in.jsonl'),
    jsonLines([...names, '.hidden.png', '/etc/passwd', 'work/sub/.git/x.png']),
  );
  for (const root of [parent, join(parent, 'other', 'all'), '..']) {
    const hub = await imageHub();
    const { stdout } = await run(hub, work, 'in.jsonl', '--media-root', root);
    const errors = linesOf(stdout).map(({ error }) => error?.message);
    const hidden = expect.stringContaining('is hidden') as string;
    const outside = expect.stringContaining('outside of') as string;
    expect({ root, errors }).toEqual({
      root,
      errors: [...names.map(() => undefined), hidden, outside, hidden],
    });
  }
  const page = {
    rows: [{ row_idx: 0, row: { image: 'secret.png' }, truncated_cells: [] }],
    num_rows_total: 1,
  };
  const hub = await imageHub({ first: ({ url }) => (url.startsWith('/rows') ? page : undefined) });
  const refused = await run(hub, parent, 'hf://datasets/a/b/c/d');
  expect(linesOf(refused.stdout)[0]?.error).toMatchObject({ hint: expect.stringContaining('--media-root') });
  expect((await run(hub, parent, 'hf://datasets/a/b/c/d', '--media-root', '.')).code).toBe(0);
  expect(hub.runs()).toHaveLength(1);
  const missing = await run(hub, parent, 'work/in.jsonl', '--media-root', 'nowhere');
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--media-root nowhere') });
});

test.skipIf(isWindows)('X36: links in folders and globs do not lead out of them', async () => {
  const folder = temporaryFolder();
  for (const name of ['repo/docs', 'repo/other', 'cache']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'id_rsa'), 'SECRET');
  writeFileSync(join(folder, 'repo', 'docs', 'a.txt'), 'plain');
  writeFileSync(join(folder, 'repo', 'other', 'b.txt'), 'SECRET of a sibling');
  writeFileSync(join(folder, 'cache', 'blob'), 'cached');
  symlinkSync('../../id_rsa', join(folder, 'repo/docs/key.txt'));
  symlinkSync('../other/b.txt', join(folder, 'repo/docs/sibling.txt'));
  symlinkSync('../../cache/blob', join(folder, 'repo/docs/snapshot.txt'));
  const hub = await fakeHub();
  const batch = (source: string, ...words: string[]) =>
    cliInProcess(['batch', 'text-classification', source, '-m', 'org/model', ...words, ...at(hub)], {
      folder,
      environment,
    });
  for (const source of [
    'repo/docs',
    'repo/docs/*.txt',
    join(folder, 'repo/docs'),
    'repo/docs/../docs/[aks]*.txt',
  ]) {
    const { code, stdout } = await batch(source);
    const lines = linesOf(stdout);
    expect({ source, code, sent: lines.flatMap(({ input }) => input['text'] ?? []) }).toEqual({
      source,
      code: 1,
      sent: ['plain'],
    });
    for (const { error } of lines.filter((line) => line.error))
      expect(error).toMatchObject({ hint: expect.stringContaining('--media-root') });
    expect(stdout).not.toContain('SECRET');
  }
  const cached = linesOf((await batch('repo/docs', '--media-root', 'cache')).stdout);
  expect(cached.flatMap(({ input }) => input['text'] ?? [])).toEqual(['plain', 'cached']);
});

test('X43: --dry-run downloads no file that a table or a dataset names', async () => {
  const page = (url: string) => ({
    features: [],
    rows: [{ row_idx: 0, row: { image: { src: `${url}/signed.png` } }, truncated_cells: [] }],
    num_rows_total: 1,
  });
  const hub: FakeHub = await imageHub({
    first: ({ url }) => (url.startsWith('/rows') ? page(hub.url) : undefined),
  });
  const folder = temporaryFolder();
  const urls = ['/a.png', '/b/c.JPG?x=1', '/redirect'].map((path) => hub.url + path);
  writeFileSync(
    join(folder, 'in.jsonl'),
    jsonLines([urls[0]!, urls[1]!.replace('http:', 'HTTP:'), urls[2]!]),
  );
  for (const source of ['in.jsonl', 'hf://datasets/a/b/c/d']) {
    const { code, stdout } = await run(hub, folder, source, '--dry-run');
    expect({ source, code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('not downloaded'),
    });
  }
  const asked = hub.received.map(({ url }) => url.split('?')[0]);
  expect(asked.filter((url) => !/^\/(?:api\/|rows|splits|v1\/models)/.test(url!))).toEqual([]);
});

test.skipIf(isWindows)('X43: rows wait while too many files are open', async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 40 }, (_, index) => `${index}.png`);
  for (const name of names) copyFileSync(image, join(folder, name));
  writeFileSync(join(folder, 'in.jsonl'), jsonLines(names));
  const hub = await imageHub();
  const words = [process.execPath, launcher, 'batch', 'image-classification', 'in.jsonl', '-m', MODEL];
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 30; exec "$@"', 'sh', ...words, '-o', 'out.jsonl', ...at(hub)],
    {
      cwd: folder,
      env: isolatedEnvironment(folder, environment),
    },
  );
  expect(await waitForExit(child)).toMatchObject({ code: 0 });
  expect(linesOf(readFileSync(join(folder, 'out.jsonl'), 'utf8'))).toHaveLength(names.length);
});

const TOKEN = `hf_${'aB3'.repeat(10)}`;

test('X45: a row with an access token is not sent, and no line keeps one', async () => {
  const hub = await fakeHub();
  const folder = temporaryFolder();
  const tokens = [`my ${TOKEN}`, `x=${TOKEN}xyz.`, `hf_oauth_${'a1.b'.repeat(12)}`, 'the hf_sandbox here'];
  const fine = ['hf_hub_download', `hf_${'a'.repeat(29)}`, 'hf_hello'];
  const rows = [
    ...tokens.map((text) => ({ text, note: 'x' })),
    ...fine.map((text) => ({ text, note: `see ${TOKEN}`, more: { deep: [TOKEN] } })),
  ];
  writeFileSync(join(folder, 'in.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const own = ['batch', 'text-classification', 'in.jsonl', '-m', 'org/model', '-o', 'out.jsonl'];
  const words = [...own, ...at(hub)];
  expect(await cliInProcess(words, { folder, environment })).toMatchObject({ code: 1 });
  const output = readFileSync(join(folder, 'out.jsonl'), 'utf8');
  expect(output).not.toMatch(/aB3|a1\.b|hf_sandbox/);
  const lines = linesOf(output);
  expect(lines.map(({ error }) => error?.message ?? '')).toEqual([
    ...tokens.map(() => expect.stringContaining('access token') as string),
    ...fine.map(() => ''),
  ]);
  expect(lines.at(-1)).toMatchObject({ columns: { note: 'see hf_***', more: { deep: ['hf_***'] } } });
  expect(hub.runs()).toHaveLength(fine.length);
  expect(Buffer.concat(hub.runs().map(({ body }) => body)).toString()).not.toMatch(/aB3|a1\.b/);
});

test.each([
  'hf://datasets/a/b/../../x',
  'hf://datasets/a/b/sub/../../../../v1/models.jsonl',
  'hf://datasets/a/b/./x.csv',
  'hf://datasets/a/b//x.csv',
  'hf://datasets/a/b/..\\..\\x.csv',
  'hf://datasets/../a/x.csv',
  'hf://datasets/a/b/../c',
])('X45: %s is refused, since it leaves its dataset', async (source) => {
  const hub = await fakeHub();
  const words = ['batch', 'text-classification', source, '-m', 'org/model', ...at(hub)];
  expect(await cliInProcess(words, { environment })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a dataset of the Hub'),
  });
  expect(hub.runs()).toEqual([]);
});

test.skipIf(isWindows)(
  'X7: a named pipe swapped in after the check is rejected without waiting for it',
  async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.png');
    copyFileSync(image, file);
    const hub = await fakeHub({
      first({ method }) {
        // The file is checked by now but not yet open.
        if (method !== 'GET') return undefined;
        rmSync(file, { force: true });
        execFileSync('mkfifo', [file]);
        return hubModel(MODEL, { task: 'image-classification' });
      },
    });
    const words = [
      'run',
      'image-classification',
      'a.png',
      '-m',
      MODEL,
      '--provider',
      'hf-inference',
      ...at(hub),
    ];
    const { code, stderr } = await cliInProcess(words, { folder });
    expect(stderr).toMatch(/^error: a\.png changed after it was chosen\n/);
    expect(code).toBe(2);
  },
);
