import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tasks } from '@tryout/engine';
import { beforeAll, expect, test } from 'vitest';
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
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;

function tryout(...words: string[]) {
  return run(process.execPath, [join(installed, 'bin/tryout.js'), ...words], {
    cwd: folder,
    env: isolatedEnvironment(folder),
  });
}

beforeAll(async () => {
  ensureBuilt();
  const pack = await run(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  [packed] = Object.values(JSON.parse(pack.stdout) as Record<string, Packed>) as [Packed];
  await run(
    npm,
    [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      packed.filename,
    ],
    { cwd: folder, shell: process.platform === 'win32' },
  );
}, 300_000);

test('the package has the built program and none of its sources', () => {
  const folders = new Set(packed.files.map(({ path }) => path.split('/').slice(0, 3).join('/')));
  expect([...folders].sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin/tryout.js',
    'package.json',
    'packages/cli/dist',
    'packages/web/dist',
  ]);
  expect(packed.size).toBeLessThan(5_000_000);
});

test('the package depends on what the built program imports, in the versions that the workspaces name', () => {
  const { dependencies } = manifest('package.json');
  const workspaces = ['cli', 'sandbox'].map((name) => manifest(`packages/${name}/package.json`).dependencies);
  for (const [name, range] of Object.entries(dependencies))
    expect(
      workspaces.flatMap((their) => their[name] ?? []),
      name,
    ).toContain(range);
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
  expect(notices.match(/Permission is hereby granted/g)!.length).toBeGreaterThan(50);
  const web = readFileSync(join(installed, 'packages/web/dist', NOTICES), 'utf8');
  for (const name of ['react', 'react-router', 'lucide-react', 'highlight.js', 'marked'])
    expect(web).toContain(`## ${name} - `);
});

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
  expect((await tryout('--version')).stdout.trim()).toBe(manifest('package.json').version);
  const { stdout, stderr } = await tryout('demo', '--json');
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

test('the installed program serves the web app', async () => {
  const app = await serveWeb(installed, ['--port', '0']);
  const page = await sendRequest(app.printed.trim(), '/');
  expect(page.status).toBe(200);
  const [, script] = /<script[^>]+src="\.?([^"]+)"/.exec(String(page.body)) ?? [];
  expect((await sendRequest(app.printed.trim(), script ?? 'no script in the page')).status).toBe(200);
  await app.stop();
});

function manifest(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
}
