// @module-tag nightly
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tasks } from '@tryout/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../support/built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { sendRequest } from '../web-server/send-request.ts';
import { serveWeb } from '../web-server/install-cli.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const NOTICES = 'THIRD-PARTY-NOTICES.md';
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Where the package is installed, as a user would: without the repository, and without running install scripts. */
const folder = temporaryFolder();
const installed = join(folder, 'node_modules/tryout');

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

let packed: Packed;

function tryout(words: readonly string[], cwd = folder) {
  const env = isolatedEnvironment(folder);
  return run(process.execPath, [join(installed, 'bin/tryout.js'), ...words], { cwd, env });
}

/** Runs npm in the folder of the installed package. */
function npmThere(...words: string[]) {
  const flags = ['--prefix', folder, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  return run(npm, [...words, ...flags], { cwd: folder, shell: process.platform === 'win32' });
}

beforeAll(async () => {
  ensureBuilt();
  const pack = await run(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  [packed] = Object.values(JSON.parse(pack.stdout) as Record<string, Packed>) as [Packed];
  await npmThere('install', join(folder, packed.filename));
}, 300_000);

test('the package has the built program and none of its sources, and is small', () => {
  const folders = new Set(packed.files.map(({ path }) => path.split('/').slice(0, 3).join('/')));
  expect([...folders].sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin/tryout.js',
    'package.json',
    'packages/cli/dist',
    'packages/web/dist',
    'skills/tryout/SKILL.md',
  ]);
  expect(packed.size).toBeLessThan(9_000_000);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const sizes = files.map((path) => lstatSync(path)).map((one) => (one.isFile() ? one.size : 0));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000_000);
});

test('the package depends on what the built program imports, in the versions that the workspaces name', () => {
  const published = manifest('package.json');
  const workspaces = ['cli', 'engine', 'sandbox'].map((name) => manifest(`packages/${name}/package.json`));
  for (const kind of ['dependencies', 'optionalDependencies'] as const)
    for (const [name, range] of Object.entries(published[kind]!))
      expect(
        workspaces.flatMap((workspace) => workspace[kind]?.[name] ?? []),
        name,
      ).toContain(range);
});

test.each([
  ['run', 440],
  ['mcp-sdk', 265],
])('a start reads little: the chunk %s has at most %i KB', (name, kilobytes) => {
  const chunks = packed.files.filter(({ path }) =>
    new RegExp(`/chunks/${name}(?:-[\\w-]{8})?\\.cjs$`).test(path),
  );
  expect(chunks).toHaveLength(1);
  expect(chunks[0]!.size).toBeLessThan(kilobytes * 1000);
});

test('the package can be published', () => {
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('private');
});

test('X24: the package names every package that it contains, with its license', () => {
  const folder = 'packages/cli/dist';
  const notices = readFileSync(join(installed, folder, NOTICES), 'utf8');
  const scripts = packed.files.filter(({ path }) => path.startsWith(folder) && path.endsWith('.cjs'));
  // The bundler marks where each module begins.
  const modules = scripts.flatMap(({ path }) => [
    ...readFileSync(join(installed, path), 'utf8').matchAll(/^\/\/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
  ]);
  const names = new Set(modules.map(([, name]) => name!));
  expect(names.size).toBeGreaterThan(50);
  for (const name of names) expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  const { dependencies, optionalDependencies } = manifest('package.json');
  for (const workspace of ['cli', 'engine', 'sandbox'])
    for (const name of Object.keys(manifest(`packages/${workspace}/package.json`).dependencies))
      if (!name.startsWith('@tryout/') && !{ ...dependencies, ...optionalDependencies }[name])
        expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  const web = readFileSync(join(installed, 'packages/web/dist', NOTICES), 'utf8');
  for (const name of Object.keys(manifest('packages/web/package.json').dependencies))
    if (name !== '@tryout/engine')
      expect(web).toMatch(new RegExp(`^## ${name.replace('-router-dom', '-router')} \\d`, 'm'));
});

test.each(['packages/cli/dist', 'packages/web/dist'])(
  'X45: %s has the license text of each package',
  (folder) => {
    const notices = readFileSync(join(installed, folder, NOTICES), 'utf8');
    const [, ...packages] = notices.split(/^(?=## \S+ \d.* \(.+\)$)/m);
    for (const text of packages) {
      const [heading = '', ...body] = text.split('\n');
      expect([heading, /copyright|public domain/i.test(body.join(' '))]).toEqual([heading, true]);
      expect([heading, body.join(' ').length > 400]).toEqual([heading, true]);
    }
  },
);

test('X24: the package installs nothing under the GPL', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean }>>;
  };
  const installs = Object.entries(packages).filter(
    ([path, { dev }]) => path.includes('node_modules/') && !dev,
  );
  expect(installs.length).toBeGreaterThan(100);
  for (const [path, { license }] of installs)
    if (!path.includes('/@tryout/')) expect(license, path).not.toMatch(/undefined|(?<!L)GPL/);
});

test('the installed program runs every task in the sandbox and prints each answer', async () => {
  expect((await tryout(['--version'])).stdout.trim()).toBe(manifest('package.json').version);
  const { stdout, stderr } = await tryout(['demo', '--json']);
  expect(stderr).toBe('');
  const rows = JSON.parse(stdout) as Record<string, string | number>[];
  expect(rows.map(({ task }) => task)).toEqual(tasks.map(({ id }) => id));
  for (const row of rows)
    expect(row).toEqual({
      task: row['task'],
      model: expect.stringMatching(/^sandbox\//) as string,
      input: expect.stringMatching(/\S/) as string,
      answer: expect.stringMatching(/\S/) as string,
      seconds: expect.any(Number) as number,
    });
});

test('the installed program serves its tools over MCP', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const call = run(process.execPath, [join(installed, 'bin/tryout.js'), 'mcp', '--sandbox'], {
    cwd: folder,
    env: isolatedEnvironment(folder),
  });
  const lines = createInterface(call.child.stdout!)[Symbol.asyncIterator]();
  const ask = async (method: string, question: object) => {
    call.child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: question })}\n`);
    return String((await lines.next()).value);
  };
  expect(await ask('initialize', params)).toContain('"name":"tryout"');
  const inputs = { text: 'a lovely day' };
  const question = { name: 'run', arguments: { task: 'sentiment', inputs } };
  expect(await ask('tools/call', question)).toContain('POSITIVE');
  call.child.stdin!.end();
  await call;
});

test('the installed program serves the web app', async () => {
  const app = await serveWeb(installed, ['--port', '0']);
  const page = await sendRequest(app.printed.trim(), '/');
  expect(page.status).toBe(200);
  const [, script] = /<script[^>]+src="\.?([^"]+)"/.exec(String(page.body)) ?? [];
  expect((await sendRequest(app.printed.trim(), script ?? 'no script in the page')).status).toBe(200);
  await app.stop();
});

describe('without optional packages', () => {
  const examples = join(installed, 'packages/cli/dist/examples');
  const tryoutSandbox = (...words: readonly string[]) => tryout([...words, '--sandbox'], examples);

  beforeAll(async () => {
    await npmThere('prune', '--omit=optional');
  });

  const failed = (action: string) => {
    const step = "not installed; install Tryout again with npm's option --include=optional.\n";
    const words = new RegExp(`^error: .*The sandbox cannot ${action}, because .+ is ${step}`);
    return { stderr: expect.stringMatching(words) as string };
  };

  test('the program and the sandbox work', async () => {
    expect((await tryoutSandbox('run', 'sentiment', 'good')).stdout).toMatch(/^POSITIVE\t/);
    expect((await tryoutSandbox('run', 'asr', 'morse.wav')).stdout).toMatch(/\w/);
    const app = await serveWeb(installed, ['--sandbox', '--port', '0']);
    expect((await sendRequest(app.printed.trim(), '/')).status).toBe(200);
    await app.stop();
  });

  test.each([
    [['login', '--device'], 'sign you in'],
    [['login', '--browser'], 'sign you in'],
    [['run', 'asr', 'drone-and-beeps.flac'], 'decode \\.flac files'],
    [['run', 'image-classification', 'hills.jpg'], 'process images'],
    [['run', 'text-to-image', 'a red circle'], 'process images'],
  ])('%j says what is missing', async (words, reason) => {
    await expect(tryoutSandbox(...words)).rejects.toMatchObject(failed(reason));
  });
});

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
}
