import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitFiles, type BatchLine } from '@tryout/engine';
import type { ModelDefinition, RecordedRequest } from '@tryout/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { connectionAt } from '../../support/ask.ts';
import { launcher } from '../../support/built-cli.ts';
import { at, runningCli, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { fakeHub, type FakeHub } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { sandboxProxy } from '../../support/sandbox-proxy.ts';

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** Answers `good` or `bad`, as the text says; texts with `wait` are answered when the gate opens. */
let gate = createGate();
const model: ModelDefinition<'text-classification'> = {
  id: 'test/words',
  task: 'text-classification',
  card: '# test/words\n',
  examples: [{ text: 'good' }],
  async answer(text) {
    if (text.includes('wait')) await gate.opened;
    const isGood = text.startsWith('good');
    return [
      { label: isGood ? 'good' : 'bad', score: 0.9 },
      { label: isGood ? 'bad' : 'good', score: 0.1 },
    ];
  },
};

const sandbox = await recordingSandbox({ program: [process.execPath, launcher], models: [model] });
const environment = { HF_TOKEN: sandbox.token };

beforeEach(() => {
  gate = createGate();
  sandbox.forget();
});

interface Job {
  readonly id: string;
  readonly status: { readonly stage: string; readonly message: string | null };
  readonly labels: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly volumes: readonly { readonly revision: string }[];
}

async function api(path: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${sandbox.token}` };
  return fetch(sandbox.hubUrl + path, { headers });
}

const jobs = async () => (await (await api('/api/jobs/guest')).json()) as Job[];

async function until<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await find();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The output of a shard in a dataset, once there is one. */
async function savedOutput(dataset: string, shard: string): Promise<BatchLine[] | undefined> {
  const tree = (await (await api(`/api/datasets/${dataset}/tree/main?recursive=true`)).json()) as
    | { path: string }[]
    | object;
  const file = Array.isArray(tree)
    ? (tree as { path: string }[]).find(({ path }) => path.endsWith(`${shard}/out.jsonl`))
    : undefined;
  if (!file) return undefined;
  const text = await (await api(`/datasets/${dataset}/resolve/main/${file.path}`)).text();
  return parseLines(text.slice(0, text.lastIndexOf('\n')));
}

/** A file of a dataset at a commit. */
async function readAt(dataset: string, revision: string, path: string): Promise<ArrayBuffer> {
  return (await api(`/datasets/${dataset}/resolve/${revision}/${path}`)).arrayBuffer();
}

/** Replaces a file of a dataset. */
async function commitTo(dataset: string, path: string, text: string): Promise<void> {
  await commitFiles(connectionAt(sandbox.hubUrl, { token: sandbox.token }), dataset, 'Replace', {
    add: [{ path, content: new Blob([text]) }],
  });
}

interface Manifest {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly packages?: Readonly<Record<string, { readonly integrity?: string }>>;
}

const parseLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BatchLine);

const linesIn = (folder: string) => parseLines(readFileSync(join(folder, 'out.jsonl'), 'utf8'));

const textsOf = (requests: readonly RecordedRequest[]) =>
  requests
    .filter(({ url, method }) => method === 'POST' && url.includes('/models/test/words'))
    .map(({ body }) => (JSON.parse(Buffer.from(body).toString()) as { inputs: string }).inputs);

const changes = () =>
  sandbox.requests.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/'));

function folderWith(rows: readonly string[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.csv'), `text,label\n${rows.join('\n')}\n`);
  return folder;
}

const row = (number: number) => {
  const label = number % 3 ? 'good' : 'bad';
  return `${label} text ${number}${number === 230 ? ' wait' : ''},${label}`;
};

const words = (dataset: string, count: number) => {
  const own = ['batch', 'text-classification', 'in.csv', '-m', 'test/words', '-o', 'out.jsonl'];
  return [...own, ...at(sandbox), '--hub-jobs', String(count), '--into', dataset];
};

test(
  'X38: a batch of 400 rows on 4 jobs survives the kill of one job, and its report misses no shard',
  { timeout: 120_000, tags: ['nightly'] },
  async () => {
    const folder = folderWith(Array.from({ length: 400 }, (_, index) => row(index + 1)));
    const command = [...words('guest/results', 4), '--expected', 'label', '--json', '--yes'];
    const running = runningCli(command, { folder, environment });
    const saved = await until(() => savedOutput('guest/results', '2-of-4'));
    expect(saved.length).toBeGreaterThan(0);
    const second = (await jobs()).find(({ labels }) => labels['shard'] === '2-of-4')!;
    // Someone else replaces the program, whose jobs get the token.
    const [, path = ''] = /--into=guest\/results\/(tryout-\w+)/.exec(second.command.join()) ?? [];
    await commitTo('guest/results', `${path}/tryout.tgz`, 'not Tryout');
    process.kill(Number(/\d+/.exec(second.status.message!)![0]), 'SIGKILL');
    await running.waitForStderr(/2\/4 {2}ended early/);
    gate.open();
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('400 done') });
    expect(JSON.parse(stdout)).toMatchObject({
      done: 400,
      failed: 0,
      models: [{ model: 'test/words', metrics: [{ metric: 'accuracy', value: 1, rows: 400 }, {}] }],
    });
    const lines = linesIn(folder);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(400);
    expect(lines).toHaveLength(400);
    // What was saved before the kill did not run again.
    const texts = textsOf(sandbox.requests);
    for (const { input } of saved) expect(texts.filter((text) => text === input['text'])).toHaveLength(1);
    const report = await cliInProcess(['report', 'out.jsonl', '--json'], { folder });
    expect(JSON.parse(report.stdout)).toMatchObject({ rows: 400, missingShards: [] });

    // The same command again starts and repeats nothing, also with another number of jobs.
    sandbox.forget();
    for (const count of ['4', '3', '5', '1']) {
      const same = command.slice(0, -1).with(command.indexOf('--hub-jobs') + 1, count);
      const again = await cliInProcess(same, { folder, environment });
      expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('"done":400') });
      expect(again.stderr.includes('has 4 jobs since its start')).toBe(count !== '4');
    }
    expect(changes()).toEqual([]);
    const [revision = '', ...others] = new Set((await jobs()).map(({ volumes }) => volumes[0]!.revision));
    expect({ revision, others }).toEqual({
      revision: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      others: [],
    });
    expect((await readAt('guest/results', revision, `${path}/tryout.tgz`)).byteLength).toBeGreaterThan(1e6);
    expect((await jobs()).map(({ status }) => status.stage).sort()).toEqual([
      ...Array<string>(4).fill('COMPLETED'),
      'ERROR',
    ]);
  },
);

test(
  'Ctrl-C detaches, the same command comes back; files travel, and the token is a secret',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'work', 'data'), { recursive: true });
    writeFileSync(join(folder, 'shared.csv'), 'text\ngood wait\ngood b\n');
    writeFileSync(join(folder, 'work', 'data', 'more.csv'), 'text\nbad c\nbad d\n');
    const files = ['../shared.csv', 'data/more.csv'];
    const command = ['batch', 'text-classification', ...files, '-m', 'test/words', '-o', 'out.jsonl'];
    command.push('--hub-jobs', '2', '--into', 'guest/detached', '--yes', ...at(sandbox));
    const options = { folder: join(folder, 'work'), environment };
    const first = runningCli(command, options);
    await until(() => savedOutput('guest/detached', '2-of-2'));
    first.interrupt();
    expect(await first.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Run the same command again to come back'),
    });
    const started = (await jobs()).filter(({ command: parts }) => parts.join().includes('guest/detached'));
    expect(started).toHaveLength(2);
    expect(JSON.stringify(started)).not.toContain(sandbox.token);
    gate.open();
    const again = await cliInProcess(command, options);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('4 done') });
    const lines = linesIn(options.folder).sort((one, other) => one.row - other.row);
    expect(lines.map(({ input }) => input['text'])).toEqual(['good wait', 'good b', 'bad c', 'bad d']);
    expect(
      (await jobs()).filter(({ command: parts }) => parts.join().includes('guest/detached')),
    ).toHaveLength(2);
    expect(sandbox.requests.map(({ url }) => url).join()).not.toContain(sandbox.token);

    // Of a source with more rows, only these run.
    sandbox.forget();
    writeFileSync(join(folder, 'work', 'data', 'more.csv'), 'text\nbad c\nbad d\ngood e\n');
    const more = await cliInProcess(command, options);
    expect(more).toMatchObject({ code: 0, stderr: expect.stringContaining('5 done') });
    expect(textsOf(sandbox.requests)).toEqual(['good e']);

    // The program in the dataset is a package that runs.
    const [, path = ''] = /--into=guest\/detached\/(tryout-\w+)/.exec(started[0]!.command.join()) ?? [];
    const packed = await api(`/datasets/guest/detached/resolve/main/${path}/tryout.tgz`);
    writeFileSync(join(folder, 'tryout.tgz'), Buffer.from(await packed.arrayBuffer()));
    execFileSync('tar', ['-xzf', 'tryout.tgz'], { cwd: folder });
    const version = execFileSync(process.execPath, ['package/bin/tryout.js', '--version'], { cwd: folder });
    expect(version.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);

    // npm installs the versions that it was built with, and runs none of their scripts.
    expect(started[0]!.command[2]).toContain('npm install --global --ignore-scripts ');
    const read = (name: string) =>
      JSON.parse(readFileSync(join(folder, 'package', name), 'utf8')) as Manifest;
    const { dependencies, optionalDependencies } = read('package.json');
    const { packages = {} } = read('npm-shrinkwrap.json');
    const locked = Object.entries(packages).filter(([place]) => place !== '');
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      expect(packages).toHaveProperty([`node_modules/${name}`]);
    for (const [place, { integrity }] of locked)
      expect({ place, integrity }).toEqual({ place, integrity: expect.stringMatching(/^sha512-/) as string });
  },
);

const oneRow = folderWith([row(1)]);

/** The folder that a user's batch on so many jobs would have in a dataset. */
async function folderOf(hub: FakeHub, user: string, dataset: string, count: number): Promise<string> {
  hub.replies.whoami = { name: user, orgs: [] };
  hub.replies.first = ({ url }) =>
    url === '/api/jobs/hardware'
      ? [{ name: 'cpu-basic', unitCostUSD: 0, unitLabel: 'minute' }]
      : url.startsWith('/api/jobs/')
        ? []
        : undefined;
  const own = ['batch', 'text-classification', 'in.csv', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)];
  const more = ['--hub-jobs', String(count), '--into', dataset];
  const { stderr } = await cliInProcess([...own, ...more], { folder: oneRow, environment });
  return /Upload to (tryout-\w+):/.exec(stderr)?.[1] ?? stderr;
}

test('X39: other users have jobs and folders of their own', async () => {
  const hub = await fakeHub();
  const first = await folderOf(hub, 'ann', 'team/results', 2);
  expect(first).toMatch(/^tryout-\w{12}$/);
  expect(await folderOf(hub, 'bob', 'team/results', 2)).not.toBe(first);
});

test('X39: so have other datasets, but not other numbers of jobs', { tags: ['nightly'] }, async () => {
  const hub = await fakeHub();
  const first = await folderOf(hub, 'ann', 'team/results', 2);
  expect(await folderOf(hub, 'ann', 'team/results', 7)).toBe(first);
  expect(await folderOf(hub, 'ann', 'team/other', 2)).not.toBe(first);
});

const startsOwn = async (name: string, creator: object, starts: number) => {
  const commit = 'f'.repeat(40);
  const started: { labels: Record<string, string> }[] = [];
  let listed = 0;
  const proxy = await sandboxProxy(sandbox, {
    first({ method, url, body }, response) {
      const isOfJobs = url.endsWith('/api/jobs/guest');
      if (!isOfJobs && !url.includes('/logs')) return false;
      if (isOfJobs && method === 'POST') {
        started.push(JSON.parse(body.toString()) as (typeof started)[number]);
        sendJson(response, { error: 'No jobs today' }, 403);
      } else if (isOfJobs) {
        const stage = (listed += 1) > 1 ? 'ERROR' : 'RUNNING';
        const job = { id: 'a1', status: { stage }, labels: { ...started[0]?.labels, revision: commit } };
        sendJson(response, started.length > 0 ? [{ ...job, ...creator }] : []);
      } else sendJson(response, {}, 404);
      return true;
    },
  });
  const folder = folderWith([row(1)]);
  const servers = ['--hub-url', proxy.hubUrl, '--inference-url', sandbox.inferenceUrl];
  const command = [...words(`guest/${name.replace(' ', '-')}`, 1), ...servers, '--yes'];
  expect((await cliInProcess(command, { folder, environment })).code).toBe(4);
  listed = 0;
  const { code } = await cliInProcess(command, { folder, environment });
  expect(code).toBeGreaterThan(0);
  const commits = started.map(({ labels }) => labels['revision']);
  expect(commits).not.toContain(commit);
  expect(commits).toHaveLength(starts);
};

const OWN = 'X38: no job with the token starts from the commit of a job that names %s';
test.each([['an initiator', { initiator: { name: 'mallory' } }, 2] as const])(OWN, startsOwn);
test.each([['nobody', {}, 1] as const])(OWN, { tags: ['nightly'] }, startsOwn);

test('--into alone saves the output in a dataset, and continues from it', async () => {
  const folder = folderWith([row(1), row(2), row(3)]);
  const run = (...options: string[]) => {
    const own = ['batch', 'text-classification', 'in.csv', '-m', 'test/words', ...at(sandbox)];
    return cliInProcess([...own, '--into', 'guest/alone/a/out.jsonl', ...options], { folder, environment });
  };
  expect(await run('--limit', '2')).toMatchObject({ code: 0, stdout: '' });
  expect(await savedOutput('guest/alone', 'a')).toHaveLength(2);
  expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining('2 already in the output') });
  expect(textsOf(sandbox.requests)).toHaveLength(3);
  expect(await savedOutput('guest/alone', 'a')).toHaveLength(3);
  expect(await (await api('/datasets/guest/alone/resolve/main/a/out.end.json')).json()).toEqual({
    failed: 0,
  });
});

/** The paths in a dataset. */
async function pathsIn(dataset: string): Promise<string[]> {
  const tree = (await (await api(`/api/datasets/${dataset}/tree/main?recursive=true`)).json()) as unknown;
  return (tree as { type: string; path: string }[])
    .flatMap(({ type, path }) => (type === 'file' ? [path] : []))
    .sort();
}

const shapes = readFileSync(new URL('../../../examples/shapes.png', import.meta.url));

test(
  'X29: a preview says what happens and lists all files, only permitted ones, and nothing happens without --yes',
  { timeout: 120_000 },
  async () => {
    const parent = temporaryFolder();
    const folder = join(parent, 'work');
    mkdirSync(join(folder, '.ssh'), { recursive: true });
    const names = Array.from({ length: 12 }, (_, index) => `${index}.png`);
    for (const name of [...names, '../id.png', '.ssh/x.png']) writeFileSync(join(folder, name), shapes);
    for (const name of ['.npmrc', 'plain.png', '../id_rsa']) writeFileSync(join(folder, name), 'SECRET');
    symlinkSync('../id.png', join(folder, 'link.png'));
    const refused = '../id.png .ssh/x.png .npmrc plain.png ../id_rsa /etc/passwd link.png'.split(' ');
    writeFileSync(join(folder, 'in.csv'), `image\n${[...names, ...refused].join('\n')}\n`);
    const own = ['batch', 'image-classification', 'in.csv', '-o', 'out.jsonl', '--into'];
    const run = (...options: string[]) =>
      cliInProcess([...own, ...options, ...at(sandbox)], { folder, environment });
    const { code, stderr } = await run('sandbox/new', '--hub-jobs', '2');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
    for (const part of [
      /Jobs: 2 of sandbox on cpu-basic \(CPU Basic, 2 vCPU, 16 GB\), for at most 6 h each/,
      /Price: \$0\.01 per hour and job, at most \$0\.12 in all/,
      /a new private dataset; only members of sandbox can see it/,
      /tryout\.tgz {2}[\d.]+ MB\n {2}in\.csv {2}\d+ bytes/,
      /Command: tryout batch --shard=1\/2 --into=sandbox\/new\/tryout-\w+\/1-of-2\/out\.jsonl/,
    ])
      expect(stderr).toMatch(part);
    expect(stderr).not.toContain(sandbox.token);
    expect(changes()).toEqual([]);
    expect(stderr).toMatch(/7 files of in\.csv will not be uploaded.*outside of/);
    const listed = [...stderr.matchAll(/^ {2}(\S+) {2}[\d.]+ \w+$/gm)].map(([, name]) => name);
    expect(listed.slice(1).sort()).toEqual(['in.csv', ...names].sort());
    expect(await run('guest/files', '--hub-jobs', '1', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('12 done'),
    });
    const paths = (await pathsIn('guest/files')).filter((path) => path.includes('/source-'));
    expect(paths.map((path) => path.split('/').slice(2).join('/')).sort()).toEqual(
      ['.complete', 'in.csv', ...names].sort(),
    );
  },
);

test('X29: jobs find the files of --media-root', { timeout: 120_000 }, async () => {
  const parent = temporaryFolder();
  for (const name of ['work', 'cache/deep']) mkdirSync(join(parent, name), { recursive: true });
  for (const name of ['cache/a.png', 'cache/deep/b.png']) writeFileSync(join(parent, name), shapes);
  writeFileSync(join(parent, 'work', 'in.csv'), 'image\na.png\ndeep/b.png\n../cache/a.png\n');
  const own = ['batch', 'image-classification', 'in.csv', '-o', 'out.jsonl', '--hub-jobs', '1', '--yes'];
  const options = { folder: join(parent, 'work'), environment };
  const refused = await cliInProcess(
    [...own, '--into', 'guest/media', '--media-root', '../cache', ...at(sandbox)],
    options,
  );
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('has no place in the folder') });
  writeFileSync(join(parent, 'work', 'in.csv'), 'image\na.png\ndeep/b.png\n');
  const words = [...own, '--into', 'guest/media', '--media-root', '../cache', ...at(sandbox)];
  expect(await cliInProcess(words, options)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 done'),
  });
});

test('X30, X46: --into uploads only the regular files that the lines of its output name', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.csv'), 'text\na red circle\n');
  mkdirSync(join(folder, 'out.files', 'folder'), { recursive: true });
  writeFileSync(join(folder, 'out.files', 'private.png'), shapes);
  writeFileSync(join(folder, 'secret.png'), shapes);
  symlinkSync('/etc/passwd', join(folder, 'out.files', 'passwd'));
  symlinkSync('../secret.png', join(folder, 'out.files', 'link.png'));
  symlinkSync('folder', join(folder, 'out.files', 'to-folder'));
  symlinkSync('/', join(folder, 'out.files', 'all'));
  const run = () => {
    const own = ['batch', 'text-to-image', 'in.csv', '-o', 'out.jsonl', '--into', 'guest/pictures'];
    return cliInProcess([...own, ...at(sandbox)], { folder, environment });
  };
  const { code, stderr } = await run();
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('guest/pictures, a new private dataset; only you can see it'),
  });
  const saved = await pathsIn('guest/pictures');
  expect(saved).toEqual([
    expect.stringMatching(/^out\.end\.json$/),
    expect.stringMatching(/^out\.files\/[0-9a-f]{16}-1\.png$/),
    'out.jsonl',
  ]);
  // Lines from elsewhere may name what is there.
  const [line] = linesIn(folder);
  const named = 'passwd link.png folder to-folder all ../secret.png .. ../../etc/passwd'.split(' ');
  const lines = named.map((name, index) => ({
    ...line!,
    key: `${String(index).padStart(64, '0')}-1`,
    value: { contentType: 'image/png', bytes: shapes.length, file: `out.files/${name}` },
  }));
  writeFileSync(
    join(folder, 'out.jsonl'),
    [line, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const again = await run();
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('Not saved in guest/pictures') });
  expect(await pathsIn('guest/pictures')).toEqual(saved);
});

test.each([
  [['--hub-jobs', '2', '-o', 'out.jsonl'], '--hub-jobs requires --into'],
  [['--hub-jobs', '2', '--into', 'a/b'], '--hub-jobs requires -o FILE'],
  [['--hub-jobs', '2', '--into', 'a/b', '-o', 'out.jsonl', '--shard', '1/2'], 'exclude each other'],
  [['--hub-jobs', '2', '--into', 'a/../b', '-o', 'out.jsonl'], 'Invalid --into'],
  [['--hub-jobs', '2', '--into', 'a', '-o', 'out.jsonl'], 'Invalid --into'],
  [['--into', 'a/b'], 'Without -o, --into names a file'],
  [['--job-timeout', '1w'], 'Invalid --job-timeout'],
  [['--yes'], 'require --hub-jobs'],
  [['--hub-jobs', '2', '--into', 'guest/b', '-o', 'out.jsonl', '--flavor', 'h100', '--yes'], 'no hardware'],
])('%j is refused', async (options, message) => {
  const folder = folderWith([row(1)]);
  const result = await cliInProcess(
    ['batch', 'text-classification', 'in.csv', '-m', 'test/words', ...options, ...at(sandbox)],
    { folder, environment },
  );
  expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(changes()).toEqual([]);
});
