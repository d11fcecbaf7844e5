import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { at, cli, isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const classify = ['run', 'sentiment', 'good', ...at(sandbox)];
const token = { HF_TOKEN: 'hf_any' };
const signIn = ['login', '--token-stdin', ...at(sandbox)];

/** Removes the folders that tests give commands. */
const noFolders = { TRYOUT_CONFIG_DIR: undefined, TRYOUT_DATA_DIR: undefined, HF_HOME: undefined };

describe.skipIf(process.platform !== 'linux')('R13: relative folders', () => {
  test.each([
    { XDG_CONFIG_HOME: '.', XDG_DATA_HOME: './data', HF_HOME: '' },
    { XDG_CONFIG_HOME: '', XDG_DATA_HOME: '~/data', HF_HOME: 'hub' },
  ])('%j are ignored: nothing is written to the current folder', async (variables) => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const environment = { ...noFolders, HOME: home, ...variables };
    expect(await cli(signIn, { folder, environment, input: 'hf_any' })).toMatchObject({ code: 0 });
    expect(await cli(classify, { folder, environment })).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(home, '.config/tryout'))).toBe(true);
    expect(existsSync(join(home, '.local/share/tryout/history/index.jsonl'))).toBe(true);
  });

  test.each([{ HF_HOME: 'hub' }, { HF_TOKEN_PATH: 'hub/token' }, { XDG_CACHE_HOME: 'hub' }])(
    'a token in %j of the current folder is not read',
    async (variables) => {
      const [folder, home] = [temporaryFolder(), temporaryFolder()];
      for (const name of ['hub', 'hub/huggingface']) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'token'), 'hf_planted');
      }
      const environment = { ...noFolders, HOME: home, ...variables };
      expect(await cli(['whoami', ...at(sandbox)], { folder, environment })).toMatchObject({ code: 4 });
    },
  );
});

test.each([
  ['TRYOUT_CONFIG_DIR', signIn, 2],
  ['TRYOUT_CONFIG_DIR', ['config', 'set', 'history', 'off'], 2],
  ['TRYOUT_DATA_DIR', ['history'], 2],
  ['TRYOUT_DATA_DIR', classify, 0],
])('R13: a relative %s is reported by %j', async (name, words, code) => {
  const folder = temporaryFolder();
  const environment = { HOME: temporaryFolder(), [name]: './own' };
  const options = { folder, environment: { ...environment, ...token }, input: 'hf_any' };
  const result = await cliInProcess(words, options);
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(`${name} is not an absolute path: './own'`);
  expect(existsSync(join(folder, 'own'))).toBe(false);
  const other = await cliInProcess(['models', 'fill-mask', '--sandbox'], { folder, environment });
  expect(other).toMatchObject({ code: 0, stderr: '' });
});

test('R13: HOME may be a file', async () => {
  const [folder, home] = [temporaryFolder(), join(temporaryFolder(), 'file')];
  writeFileSync(home, '');
  const environment = { ...noFolders, HOME: home };
  const ran = await cli(classify, { folder, environment: { ...environment, ...token } });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('POSITIVE') as string });
  expect(ran.stderr).toMatch(
    /^This run was not recorded: Could not write to the history in \S+ \(E\w+\)\. .+\n$/,
  );
  expect(await cli(['config'], { folder, environment })).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual([]);
});

// Node's `mkdir` with `recursive` never ends there.
test.skipIf(process.platform !== 'linux').each(['/proc/nowhere/deep'])(
  'R13: HOME may be %s, where no folder can be created',
  async (home) => {
    const environment = { ...noFolders, HOME: home };
    const ran = await cli(classify, { environment: { ...environment, ...token } });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('POSITIVE') as string });
    expect(ran.stderr).toMatch(/^This run was not recorded: .+ \(E\w+\)\. .+\n$/);
    const signedIn = await cli(signIn, { environment, input: 'hf_any' });
    expect(signedIn.code).toBe(1);
    expect(signedIn.stderr).toMatch(/^Signed in for this session only: .+ cannot be written \(E\w+\)\.$/m);
    const failed = await cli(['config', 'set', 'history', 'off'], { environment });
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/\(E\w+\)/) as string });
  },
);

/** A user that is not in the user database, as in containers with `--user 12345`. */
const stranger = { uid: 12_345, gid: 12_345 };
const canBeStranger =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [launcher, '--version'], { ...stranger, env: {} }).status === 0;

describe.skipIf(!canBeStranger)('R13: a user without a home folder', () => {
  const endsWell = async (variables: { HOME: string }) => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const start = (words: readonly string[], more = {}) => {
      const env = isolatedEnvironment(folder, { ...noFolders, ...variables, ...more });
      const child = spawn(process.execPath, [launcher, ...words], { cwd: folder, env, ...stranger });
      child.stdin.end('hf_any');
      return waitForExit(child);
    };
    const ran = await start(classify, token);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('POSITIVE') as string });
    expect(ran.stderr).toMatch(/^This run was not recorded: .+\n$/);
    expect((await start(signIn)).stderr).toMatch(
      /^Signed in for this session only: .+ cannot be written \(.+\)\.\nerror: The token was not stored/m,
    );
    const failed = await start(['config', 'set', 'history', 'off']);
    expect(failed.code).toBe(1);
    const reason = variables.HOME === '/root' ? 'EACCES' : 'there is no home folder; set HOME';
    expect(failed.stderr).toContain(`(${reason})`);
    expect(readdirSync(folder)).toEqual([]);
    const own = {
      TRYOUT_CONFIG_DIR: join(folder, 'c'),
      TRYOUT_DATA_DIR: join(folder, 'd'),
      ...token,
    };
    expect(await start(classify, own)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'd/history/index.jsonl'))).toBe(true);
  };
  test.each([{ HOME: '.' }])('%j', endsWell);
  test.each([{ HOME: '/root' }])('%j', { tags: ['nightly'] }, endsWell);
});
