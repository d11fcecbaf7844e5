import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  at,
  temporaryFolder,
  type CommandResult,
  type CliOptions,
  cli as cliProcess,
} from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { answerBody, serve } from '../../support/loopback.ts';

const sandbox = await recordingSandbox();
const canary = 'hf_CanaryThatMustNotBeSeen0123456789';

beforeEach(() => sandbox.forget());

function login(
  folder: string,
  input: string,
  more: Partial<CliOptions> & { words?: string[] } = {},
): Promise<CommandResult> {
  return cli(['login', '--token-stdin', ...(more.words ?? []), ...at(sandbox)], { ...more, folder, input });
}

const settingsOf = (folder: string) => join(folder, 'settings');
const storeOf = (folder: string) => join(settingsOf(folder), `token-127.0.0.1%3A${sandbox.port}.json`);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').includes(text));
}

test('login checks and stores the token and prints the user; whoami and logout use it', async () => {
  const folder = temporaryFolder();
  const signedIn = await login(folder, `  ${canary}\n`);
  expect(signedIn).toMatchObject({ code: 0, stdout: '' });
  expect(signedIn.stderr).toBe(
    `Signed in to 127.0.0.1:${sandbox.port} as guest; the token is stored in ${settingsOf(folder)}.\n`,
  );
  const who = await cli(['whoami', '--json', ...at(sandbox)], { folder });
  expect(JSON.parse(who.stdout)).toMatchObject({
    name: 'guest',
    fullname: 'Guest',
    orgs: [{ name: 'sandbox' }],
  });
  expect(sandbox.requests.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill(`Bearer ${canary}`),
  );
  const left = await cli(['logout', ...at(sandbox)], { folder });
  expect(left).toMatchObject({ code: 0, stdout: '', stderr: `Signed out of 127.0.0.1:${sandbox.port}.\n` });
  expect(filesWith(folder, canary)).toEqual([]);
  expect((await cli(['whoami', ...at(sandbox)], { folder })).code).toBe(4);
});

describe.concurrent('an invalid token is rejected before any request and never printed (F10)', () => {
  const cases: [name: string, token: string][] = [
    ['another prefix', 'sk_CanaryThatMustNotBeSeen'],
    ['a space inside', 'hf_Canary ThatMustNotBeSeen'],
    ['a newline inside', 'hf_Canary\nThatMustNotBeSeen'],
    ['a non-ASCII letter', 'hf_CanaryThatMustNotBeSeenß'],
    ['a control character', 'hf_CanaryThatMustNotBeSeen\u001b[A'],
    ['only whitespace', ' \n'],
  ];
  test.each(cases)('%s', async (_name, token) => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await login(folder, token);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: Your access token /);
    expect(stderr).not.toContain('Canary');
    expect(stderr).not.toContain('MustNotBeSeen');
    expect(sandbox.requests).toEqual([]);
    expect(existsSync(settingsOf(folder))).toBe(false);
  });
});

test('does not store a token that the hub rejects, and exits with 4', async () => {
  const hub = await serve(
    answerBody('{"error":"Invalid username or password."}', 401, { 'Content-Type': 'application/json' }),
  );
  const folder = temporaryFolder();
  const { code, stderr } = await cli(['login', '--token-stdin', '--hub-url', hub.url], {
    folder,
    input: canary,
  });
  expect(code).toBe(4);
  expect(stderr).toMatch(/^error: Invalid username or password\./);
  expect(stderr).not.toMatch(/Canary|Use tryout login/);
  expect(filesWith(folder, canary)).toEqual([]);
});

describe.concurrent('the token store', () => {
  test('has mode 0600, its folder 0700, and repairs open modes (F15)', async () => {
    const folder = temporaryFolder();
    const before = process.umask(0);
    try {
      await login(folder, canary);
    } finally {
      process.umask(before);
    }
    expect([modeOf(storeOf(folder)), modeOf(settingsOf(folder))]).toEqual(['600', '700']);
    execFileSync('chmod', ['644', storeOf(folder)]);
    await cli(['whoami', ...at(sandbox)], { folder });
    expect(modeOf(storeOf(folder))).toBe('600');
  });

  test.skipIf(process.platform !== 'linux')('makes the default folder private again (F15)', async () => {
    const folder = temporaryFolder();
    const environment = { TRYOUT_CONFIG_DIR: undefined, XDG_CONFIG_HOME: folder };
    const settings = join(folder, 'tryout');
    for (const words of [['login', '--token-stdin'], ['whoami']]) {
      mkdirSync(settings, { recursive: true });
      chmodSync(settings, 0o755);
      const { code } = await cliProcess([...words, ...at(sandbox)], { folder, environment, input: canary });
      expect([code, modeOf(settings)]).toEqual([0, '700']);
    }
  });

  test('X10: does not change the mode of an existing folder', async () => {
    const folder = temporaryFolder();
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const environment = { TRYOUT_CONFIG_DIR: shared };
    for (const words of [['login', '--token-stdin'], ['whoami'], ['logout']]) {
      const { code } = await cli([...words, ...at(sandbox)], { folder, environment, input: canary });
      expect([code, (statSync(shared).mode & 0o7777).toString(8)]).toEqual([0, '1777']);
      for (const name of readdirSync(shared)) expect(modeOf(join(shared, name))).toBe('600');
    }
    expect(readdirSync(shared)).toEqual([]);
  });

  test('parallel sign-ins leave one valid file and nothing else (F16)', async () => {
    const folder = temporaryFolder();
    const tokens = Array.from({ length: 4 }, (_, index) => `hf_token${index}`);
    const words = ['login', '--token-stdin', ...at(sandbox)];
    await Promise.all(tokens.map((token) => cliProcess(words, { folder, input: token })));
    expect(readdirSync(settingsOf(folder))).toHaveLength(1);
    const stored = JSON.parse(readFileSync(storeOf(folder), 'utf8')) as { accessToken: string };
    expect(tokens).toContain(stored.accessToken);
  });

  const unusable: [name: string, make: (path: string) => void][] = [
    ['corrupt', (path) => writeFileSync(path, '{"accessToken": "hf_')],
    ['empty', (path) => writeFileSync(path, '')],
    ['an array', (path) => writeFileSync(path, '[]')],
    ['a folder', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync('/etc/hostname', path)],
  ];
  test.each(unusable)(
    '%s: names the path, and the next sign-in keeps a backup (F17)',
    async (_name, make) => {
      const folder = temporaryFolder();
      mkdirSync(settingsOf(folder));
      make(storeOf(folder));
      const { code, stderr } = await cli(['whoami', ...at(sandbox)], { folder });
      expect(code).toBe(4);
      expect(stderr.split('\n')[0]).toContain(`Ignored ${storeOf(folder)}: `);
      const signedIn = await login(folder, canary);
      expect(signedIn.code).toBe(0);
      expect(signedIn.stderr).toMatch(/^Signed in to [^\n]+\n$/);
      expect(readdirSync(settingsOf(folder)).filter((name) => name.includes('.backup'))).toHaveLength(1);
      expect(JSON.parse(readFileSync(storeOf(folder), 'utf8'))).toMatchObject({ accessToken: canary });
    },
  );

  test('X43: fails if the folder is not writable, since nothing is stored (F18)', async () => {
    const folder = temporaryFolder();
    writeFileSync(settingsOf(folder), 'not a folder');
    const { code, stderr } = await login(folder, canary);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The token was not stored: the next command is not signed in$/m);
    expect(stderr).toMatch(/Signed in for this session only: .*settings\/token-.* cannot be written/);
    expect(stderr).not.toContain(canary);
  });
});

test.each([
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ['whoami'], true],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ['whoami', '--quiet', '--json'], true],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, ['whoami'], false],
  [{}, ['whoami'], false],
])('X43: with %j, %j warns before the token is sent: %s', async (variables, words, warns) => {
  const environment = { ...variables, HF_TOKEN: canary };
  const { stderr } = await cli([...words, ...at(sandbox)], { environment });
  expect(/^Warning: NODE_TLS_REJECT_UNAUTHORIZED=0 /m.test(stderr)).toBe(warns);
  const signedIn = await login(temporaryFolder(), canary, { environment: variables });
  expect(/^Warning: NODE_TLS/m.test(signedIn.stderr)).toBe(warns);
  // There is no token to lose.
  expect((await cli(['tasks', ...at(sandbox)], { environment: variables })).stderr).not.toContain('Warning');
});

test('logout reports if you are not signed in', async () => {
  const folder = temporaryFolder();
  const host = `127.0.0.1:${sandbox.port}`;
  const stderr = `You are not signed in to ${host}.\n`;
  const words = ['logout', ...at(sandbox)];
  expect(await cli(words, { folder })).toMatchObject({ code: 0, stdout: '', stderr });
  const environment = { TRYOUT_CONFIG_DIR: '/dev/null' };
  expect(await cli(words, { folder, environment })).toMatchObject({ code: 0, stdout: '', stderr });
  mkdirSync(settingsOf(folder));
  writeFileSync(storeOf(folder), `{"accessToken": "${canary}`);
  expect((await cli(words, { folder })).stderr).toBe(`Signed out of ${host}.\n`);
  expect(filesWith(folder, canary)).toEqual([]);
});

test('whoami names an unusable settings folder and explains how to sign in', async () => {
  const { code, stderr } = await cli(['whoami', ...at(sandbox)], {
    environment: { TRYOUT_CONFIG_DIR: '/dev/null' },
  });
  expect(code).toBe(4);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^Ignored \/dev\/null\/token-\S+: [^.]+\.$/),
    expect.stringMatching(/^error: /),
    'hint: Sign in with tryout login, or use --sandbox.',
    '',
  ]);
});

test('links to the token page of the given hub', async () => {
  const { stderr } = await login(temporaryFolder(), 'sk_other');
  expect(stderr).toContain(`\nhint: Create one at ${sandbox.hubUrl}/settings/tokens/new?`);
  const huggingFace = await cli(['login', '--token-stdin'], { input: 'sk_other' });
  expect(huggingFace.stderr).toContain('\nhint: Create one at https://huggingface.co/settings/tokens/new?');
});

test('logout warns if HF_TOKEN is still set (F19)', async () => {
  const folder = temporaryFolder();
  await login(folder, canary);
  const { code, stderr } = await cli(['logout', ...at(sandbox)], {
    folder,
    environment: { HF_TOKEN: 'hf_other' },
  });
  expect(code).toBe(0);
  expect(existsSync(storeOf(folder))).toBe(false);
  expect(stderr).toMatch(/HF_TOKEN is still set/);
});

test('reports an invalid HF_TOKEN without preventing login and logout', async () => {
  const folder = temporaryFolder();
  const environment = { HF_TOKEN: 'not even a token' };
  const note = 'HF_TOKEN is not a valid token: fix or unset it.\n';
  const signedIn = await login(folder, canary, { environment });
  expect(signedIn.code).toBe(0);
  expect(signedIn.stderr).toMatch(new RegExp(`^${note}Signed in to `));
  const left = await cli(['logout', ...at(sandbox)], { folder, environment });
  expect(left).toMatchObject({ code: 0, stderr: `${note}Signed out of 127.0.0.1:${sandbox.port}.\n` });
  expect(existsSync(storeOf(folder))).toBe(false);
});

test("uses the token file of the Hub's own tools, and logout mentions it", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'hub-home'));
  writeFileSync(join(folder, 'hub-home', 'token'), `${canary}\n`);
  expect((await cli(['whoami', ...at(sandbox)], { folder })).stdout).toMatch(/^guest/);
  expect((await cli(['logout', ...at(sandbox)], { folder })).stderr).toMatch(
    /still signed in with the token of the Hugging Face CLI/,
  );
});

test('writes the token only to the store (F8, F9)', async () => {
  const folder = temporaryFolder();
  await login(folder, canary, { words: ['--debug'] });
  const commands = [
    ['whoami', '--json'],
    ['models', 'fill-mask', '--limit', '2'],
    ['run', 'text-classification', canary],
    ['run', 'text-classification', 'x', '-m', 'trouble/echoes-token'],
    ['run', 'text-classification', 'x', '-m', 'trouble/echoes-token', '--json'],
    ['run', 'text-classification', 'x', '-m', 'trouble/gated'],
    ['run', 'text-classification', 'x', '-m', 'trouble/resets'],
    ['run', 'text-classification', 'x', '-m', 'trouble/redirects'],
    ['run', 'text-generation', 'x', '-m', 'trouble/stream-error-event'],
    ['run', 'fill-mask', 'x', '-m', canary],
    ['run', 'nonsense', 'x'],
  ];
  const all = await Promise.all(
    commands.map((words) => cli([...words, '--debug', ...at(sandbox)], { folder })),
  );
  const echoes = all.filter(({ stderr }) => stderr.includes('Cannot use the header'));
  expect(echoes).toHaveLength(2);
  for (const { stderr } of echoes) expect(stderr).toContain('Bearer hf_***');
  for (const { stdout, stderr } of all) expect(`${stdout}${stderr}`).not.toContain(canary);
  expect(filesWith(folder, canary)).toEqual([storeOf(folder)]);
});

test('--sandbox never uses your token', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await cli(['run', 'text-classification', 'x', '--sandbox', '--debug'], {
    folder,
    environment: { HF_TOKEN: 'not even a token' },
  });
  expect(code).toBe(0);
  expect(stderr).toContain('Bearer hf_***');
});

test('sends the token to an endpoint on a foreign host only with --send-token (F12)', async () => {
  const server = await serve(
    answerBody('[{"label":"a","score":1}]', 200, { 'Content-Type': 'application/json' }),
  );
  const words = [
    'run',
    'text-classification',
    'x',
    '--endpoint-url',
    server.url,
    '--hub-url',
    'https://hub.invalid',
  ];
  const environment = { HF_TOKEN: canary };
  const withheld = await cli(words, { environment });
  expect(withheld).toMatchObject({ code: 0, stdout: 'a\t1\n' });
  expect(withheld.stderr).toBe(
    `Your token is not sent to 127.0.0.1:${server.port}; --send-token sends it.\n`,
  );
  const sent = await cli([...words, '--send-token'], { environment });
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    `Bearer ${canary}`,
  ]);
});
