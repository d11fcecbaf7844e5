import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { glob } from 'tinyglobby';
import { beforeAll, describe, expect, test } from 'vitest';
import { clients } from '../../packages/cli/src/commands/mcp.ts';
import { tools } from '../../packages/cli/src/mcp/tools.ts';
import { agentVariables } from '../../packages/cli/src/screen/terminal.ts';
import { cliInProcess } from '../support/cli-in-process.ts';
import { temporaryFolder } from '../support/process.ts';
import { testWith } from '../engine/snippets/support/programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');
const readJson = async (path: string) => JSON.parse(await read(path)) as Record<string, unknown>;
const page = await read('docs/agents.md');

const launcher = join(root, 'bin/tryout.js');

/** A folder for PATH in which `tryout` is this installation. */
const installed = temporaryFolder();
await symlink(launcher, join(installed, 'tryout'));

const printConfig = (words: readonly string[], path = installed) =>
  cliInProcess(['mcp', '--print-config', ...words], { folder: installed, environment: { PATH: path } });

test.each(clients)('the configuration of %s is the one that --print-config prints', async (client) => {
  const { stdout, stderr, code } = await printConfig([client]);
  const [, language, block = ''] =
    new RegExp(`<!-- ${client} -->\\n\\n\`\`\`(\\w+)\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  const [, file = ''] = /^Add this to (.+)\.\n$/.exec(stderr) ?? [];
  expect(code).toBe(0);
  expect(page).toContain(`\`${file}\``);
  if (language === 'json') expect(JSON.parse(block)).toEqual(JSON.parse(stdout));
  else expect(block).toBe(stdout);
});

interface ServerWords {
  readonly command: string;
  readonly args: readonly string[];
}

interface Servers {
  readonly tryout: ServerWords;
}

/** The words that a printed configuration starts; TOML has the strings and lists of JSON. */
function serverWords(text: string): readonly string[] {
  const json = text.startsWith('{')
    ? text
    : `{${text
        .replace(/^\[.*\n/, '')
        .trim()
        .replace(/^(\w+) = /gm, '"$1": ')
        .replace('\n', ',')}}`;
  const config = JSON.parse(json) as { mcpServers?: Servers; servers?: Servers } & ServerWords;
  const { command, args } = (config.mcpServers ?? config.servers)?.tryout ?? config;
  return [command, ...args];
}

describe('X33: a printed configuration starts this installation', () => {
  const other = temporaryFolder();
  const folders = temporaryFolder();
  const links = temporaryFolder();
  /** What PATH has, and whether `tryout` is this installation. */
  const paths: readonly (readonly [string, string, boolean])[] = [
    ['no tryout', '/usr/bin', false],
    ['another tryout', `${other}:${installed}`, false],
    ['a folder with that name first', `${folders}:${installed}`, false],
    ['a link to a link', links, true],
    ['nothing', '/nowhere', false],
  ];
  beforeAll(async () => {
    await writeFile(join(other, 'tryout'), '#!/bin/sh\n', { mode: 0o755 });
    await mkdir(join(folders, 'tryout'));
    await symlink(join(installed, 'tryout'), join(links, 'tryout'));
    await mkdir(join(installed, 'my "notes"'));
  });

  test.each(paths)('with %s in PATH', async (_what, path, isInstalled) => {
    for (const client of clients) {
      const words = serverWords((await printConfig([client, '--root', '/usr'], path)).stdout);
      const program = isInstalled ? ['tryout'] : [expect.stringMatching(/node$/) as string, launcher];
      expect(words).toEqual([...program, 'mcp', '--root', '/usr']);
    }
  });

  test.each(clients)('T19: with all options, for %s', async (client) => {
    const options = ['--max-cost', '0.5', '--hub-url', 'http://127.0.0.1:1/a b', '--no-history'];
    const more = [
      '--root',
      'my "notes"',
      '--root',
      '/usr',
      '--timeout',
      '20',
      '--sandbox',
      '--inference-url=http://127.0.0.1:2',
    ];
    const { stdout, code } = await printConfig([client, ...options, ...more]);
    expect(code).toBe(0);
    const words = serverWords(stdout).slice(2);
    expect(words).toEqual([
      ...[
        '--root',
        join(installed, 'my "notes"'),
        '--root',
        '/usr',
        '--max-cost',
        '0.5',
        '--no-history',
        '--sandbox',
      ],
      ...['--hub-url', 'http://127.0.0.1:1/a b', '--inference-url', 'http://127.0.0.1:2', '--timeout', '20'],
    ]);
  });

  test('refuses options that the server refuses', async () => {
    for (const words of [
      ['--max-cost', 'abc'],
      ['--root', 'nowhere'],
    ])
      expect(await printConfig(['cursor', ...words])).toMatchObject({ code: 2, stdout: '' });
  });
});

test('the page names every tool with its arguments, and every variable', () => {
  for (const { name, inputSchema } of tools) {
    const [row = ''] = new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(page) ?? [];
    for (const argument of Object.keys(inputSchema.properties)) expect(row).toContain(`\`${argument}\``);
  }
  for (const variable of agentVariables) expect(page).toContain(`\`${variable}\``);
});

describe('a release', () => {
  const owner = ['--owner', 'jane-doe'];
  const repository = ['--repository', 'https://github.com/Jane-Doe/tryout.git'];

  async function copyOfProject() {
    const folder = temporaryFolder();
    for (const path of ['scripts/release.mjs', 'package.json', 'server.json', 'extensions'])
      await cp(join(root, path), join(folder, path), { recursive: true });
    const release = (words: readonly string[]) =>
      promisify(execFile)(process.execPath, [join(folder, 'scripts/release.mjs'), ...words]).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    const paths = ['package.json', 'server.json', 'extensions/hf-tryout/hf-tryout'];
    const contents = () => Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
    return { release, contents };
  }

  test('X33: writes the owner and the repository, twice the same, within the limits of the registry', async () => {
    const { release, contents } = await copyOfProject();
    expect(await release([...owner, ...repository])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was published') as string,
    });
    const written = await contents();
    const [manifest, server] = written.slice(0, 2).map((text) => JSON.parse(text) as Record<string, unknown>);
    const url = 'https://github.com/Jane-Doe/tryout';
    expect(manifest).toMatchObject({
      ...(await readJson('package.json')),
      mcpName: 'io.github.jane-doe/tryout',
      repository: { type: 'git', url: `git+${url}.git` },
    });
    expect(server).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'io.github.jane-doe/tryout',
      repository: { url, source: 'github' },
      version: manifest!['version'],
      packages: [
        {
          registryType: 'npm',
          identifier: manifest!['name'],
          version: manifest!['version'],
          runtimeHint: 'npx',
        },
      ],
    });
    expect(String(server!['description']).length).toBeLessThanOrEqual(100);
    expect(await startExtension(written[2]!, ['npx'])).toMatchObject({
      stdout: 'npx --yes tryout run asr a b.wav\n',
    });
    expect(await startExtension(written[2]!, ['tryout', 'npx'])).toMatchObject({
      stdout: 'tryout run asr a b.wav\n',
    });
    expect((await release([...owner, ...repository])).code).toBe(0);
    expect(await contents()).toEqual(written);
    // Of another owner: nothing of the first stays.
    expect((await release(['--owner', 'x', '--repository', 'https://github.com/x/y'])).code).toBe(0);
    expect((await contents()).join('')).not.toMatch(/jane/i);
  });

  test.each([
    [[]],
    [owner],
    [repository],
    [['--owner', 'OWNER', '--repository', 'https://github.com/OWNER/tryout']],
    [['--owner=-x', '--repository', 'https://github.com/-x/y']],
    [['--owner', 'a--b', '--repository', 'https://github.com/a--b/y']],
    [['--owner', 'a/b', '--repository', 'https://github.com/a/b']],
    [['--owner', 'someone-else', ...repository]],
    [[...owner, '--repository', 'http://github.com/jane-doe/tryout']],
    [[...owner, '--repository', 'https://github.com.example.org/jane-doe/tryout']],
    [[...owner, '--repository', 'https://x@github.com/jane-doe/tryout']],
    [[...owner, '--repository', 'https://github.com/jane-doe/..']],
    [[...owner, '--repository', 'https://github.com/jane-doe/tryout?x=1']],
    [[...owner, ...repository, '--publish']],
  ])('X33: refuses %j and changes nothing', async (words) => {
    const { release, contents } = await copyOfProject();
    const before = await contents();
    expect(await release(words)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: .+\nhint: /) as string,
    });
    expect(await contents()).toEqual(before);
  });

  test('X33: nothing outside of it runs a package that may belong to somebody else', async () => {
    const paths = await glob(
      [
        '*.{md,json}',
        'docs/*.md',
        'skills/**',
        'extensions/**',
        'examples/*',
        'packages/*/src/**/*.{ts,tsx}',
      ],
      { cwd: root },
    );
    for (const path of paths.filter(
      (each) => each !== 'CONTRIBUTING.md' && each !== 'package-lock.json' && each !== 'CHANGELOG.md',
    ))
      expect([path, /\bnpx\b|\bOWNER\b/.exec(await readFile(join(root, path), 'latin1'))?.[0]]).toEqual([
        path,
        undefined,
      ]);
  });
});

test('the skill has a name and a description, and its commands exist', async () => {
  const skill = await read('skills/tryout/SKILL.md');
  const [, name, description = ''] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/.exec(skill) ?? [];
  expect([name, description.length <= 1024]).toEqual(['tryout', true]);
  for (const { name: tool } of tools) expect(skill).toContain(`\`${tool}\``);
  const folder = temporaryFolder();
  await cp(join(root, 'examples'), folder, { recursive: true });
  for (const line of skill.match(/^tryout (?!run detection).*$/gm) ?? []) {
    const command = line.replace(/#.*/, '').replace(' -m ORG/MODEL', '').trim();
    const words = command.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
    const { code } = await cliInProcess([...words.slice(1), '--sandbox', '--no-history'], { folder });
    expect([command, code]).toEqual([command, 0]);
  }
});

/** Runs a launcher with a PATH of programs that print their words. */
async function startExtension(code: string, programs: readonly string[]) {
  const folder = temporaryFolder();
  for (const name of programs)
    await writeFile(join(folder, name), `#!/bin/bash\necho ${name} "$@"\n`, { mode: 0o755 });
  const result = await promisify(execFile)('/bin/bash', ['-c', code, 'hf-tryout', 'run', 'asr', 'a b.wav'], {
    env: { PATH: folder },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { code: 0, ...result };
}

testWith('bash')('the launcher of hf tryout starts the command, or says what is missing', async () => {
  const code = await read('extensions/hf-tryout/hf-tryout');
  expect((await startExtension(code, ['tryout', 'npx'])).stdout).toBe('tryout run asr a b.wav\n');
  for (const programs of [[], ['npx']])
    expect(await startExtension(code, programs)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('tryout is not in PATH') as string,
    });
  expect(await readJson('extensions/hf-tryout/manifest.json')).toHaveProperty('description');
});
