import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder, runningCli, type CommandResult, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli, runningInProcess } from '../../support/cli-in-process.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { fakePrograms } from '../../support/process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { storeSignIn } from '../../support/stored-sign-in.ts';
import { Browser } from '../../sandbox/oauth/browser.ts';

const sandbox = await recordingSandbox();
const environment = { TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox' };
const words = ['login', '--browser', ...at(sandbox)];
const storeOf = (folder: string) => join(folder, 'settings', `token-127.0.0.1%3A${sandbox.port}.json`);

type Environment = NonNullable<CliOptions['environment']>;

function begin(folder = temporaryFolder(), more: string[] = [], changes: Environment = {}) {
  // What a browser inherits is that of a process.
  const run =
    changes['BROWSER'] === undefined && changes['PATH'] === undefined ? runningInProcess : runningCli;
  return { folder, ...run([...words, ...more], { folder, environment: { ...environment, ...changes } }) };
}

/** Opens the printed page, presses a button and returns the redirect URL. */
async function press(session: ReturnType<typeof begin>, button: 'Allow' | 'Deny'): Promise<string> {
  const [, url = ''] = await session.waitForStderr(/^Sign in on this page: (\S+)\n/m);
  const browser = new Browser(new URL(url).origin);
  return (await browser.press(await browser.open(url), button)).url;
}

async function signedIn(
  folder?: string,
  more?: string[],
): Promise<{ folder: string; page: string; done: CommandResult }> {
  const session = begin(folder, more);
  const page = await (await fetch(await press(session, 'Allow'))).text();
  return { folder: session.folder, page, done: await session.ended };
}

test('signs in through the browser and stores the token for whoami and logout', async () => {
  const { folder, page, done } = await signedIn();
  expect(done).toMatchObject({ code: 0, stdout: '' });
  expect(done.stderr).toMatch(/\nSigned in to 127\.0\.0\.1:\d+ as guest; the token is stored in \S+\.\n$/);
  expect(page).toContain('You are signed in.');
  const stored = JSON.parse(readFileSync(storeOf(folder), 'utf8')) as Record<string, unknown>;
  expect(stored).toMatchObject({
    accessToken: expect.stringMatching(/^hf_oauth_/),
    oauth: {
      clientId: 'tryout-sandbox',
      scope: 'openid profile inference-api',
      refreshToken: expect.any(String),
    },
  });
  expect((statSync(storeOf(folder)).mode & 0o777).toString(8)).toBe('600');
  sandbox.forget();
  expect(await cli(['whoami', ...at(sandbox)], { folder })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^guest/),
  });
  expect(sandbox.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${String(stored['accessToken'])}`,
  ]);
  const left = await cli(['logout', ...at(sandbox)], { folder });
  expect(left).toMatchObject({ code: 0, stderr: `Signed out of 127.0.0.1:${sandbox.port}.\n` });
  expect(readdirSync(join(folder, 'settings'))).toEqual([]);
});

test('--json prints the same as whoami; the code, verifier and token are not printed, even with --debug (F8, F24)', async () => {
  sandbox.forget();
  const { folder, done } = await signedIn(undefined, ['--json', '--debug']);
  const { accessToken, oauth } = JSON.parse(readFileSync(storeOf(folder), 'utf8')) as {
    accessToken: string;
    oauth: { refreshToken: string };
  };
  const sent = sandbox.requests.find(({ url }) => url === '/oauth/token');
  const { code, code_verifier: verifier } = Object.fromEntries(
    new URLSearchParams(Buffer.from(sent?.body ?? []).toString()),
  );
  expect(done.stderr).toContain('code=***');
  for (const secret of [accessToken, oauth.refreshToken, code ?? expect.fail(), verifier ?? expect.fail()])
    expect(done.stdout + done.stderr).not.toContain(secret);
  const who = await cli(['whoami', '--json', ...at(sandbox)], { folder });
  expect(done.stdout).toBe(who.stdout);
  expect(JSON.parse(done.stdout)).toMatchObject({ name: 'guest', orgs: [{ name: 'sandbox' }] });
});

test("prints the hub's error, stores nothing and exits with 4 after Deny", async () => {
  const session = begin();
  await (await fetch(await press(session, 'Deny'))).text();
  const { code, stderr } = await session.ended;
  expect(code).toBe(4);
  expect(stderr).toContain('error: access_denied: The guest denied access\nhint: ');
  expect(existsSync(storeOf(session.folder))).toBe(false);
});

test('asks you to open the page if no browser can be opened, and ignores a foreign callback (F20)', async () => {
  const session = begin(undefined, [], { BROWSER: '/nowhere/browser' });
  await session.waitForStderr(/Could not open a browser. Open the page yourself\./);
  const [, url = ''] = await session.waitForStderr(/^Sign in on this page: (\S+)\n/m);
  const back = new URL(url).searchParams.get('redirect_uri') ?? '';
  expect((await fetch(`${back}?code=stolen&state=%7B%22nonce%22%3A%22x%22%7D`)).status).toBe(400);
  expect((await fetch(new URL('/', back))).status).toBe(404);
  await (await fetch(await press(session, 'Allow'))).text();
  expect((await session.ended).code).toBe(0);
});

test('Ctrl-C closes the port, stores nothing and exits with 130', async () => {
  const session = begin();
  const [, url = ''] = await session.waitForStderr(/^Sign in on this page: (\S+)\n/m);
  session.interrupt();
  expect(await session.ended).toMatchObject({
    code: 130,
    stderr: expect.stringMatching(/error: Canceled\n$/),
  });
  const back = new URL(url).searchParams.get('redirect_uri') ?? '';
  await expect(fetch(back)).rejects.toThrow();
  expect(existsSync(join(session.folder, 'settings'))).toBe(false);
});

test('--timeout exits with 124', async () => {
  const options = { environment: { ...environment, BROWSER: 'true' } };
  expect(await cli([...words, '--timeout', '1'], options)).toMatchObject({
    code: 124,
    stderr: expect.stringMatching(/error: Sign-in timed out after 1 s\n/),
  });
});

test('opens the page in the browser from BROWSER', async () => {
  const browserServer = await serve(answerJson({}));
  const folder = temporaryFolder();
  const program = join(folder, 'browser');
  writeFileSync(
    program,
    `#!${process.execPath}\nvoid fetch('${browserServer.url}/?' + encodeURIComponent(process.argv[2]));\n`,
  );
  chmodSync(program, 0o755);
  const session = begin(folder, [], { BROWSER: program });
  const [, url = ''] = await session.waitForStderr(/^Sign in on this page: (\S+)\n/m);
  expect(decodeURIComponent((await browserServer.first()).url)).toBe(`/?${url}`);
  session.interrupt();
  await session.ended;
});

test.skipIf(process.platform !== 'linux').each([
  ['the one from BROWSER', (path: string) => join(path, 'www-browser')],
  ["the system's", () => undefined],
])('X11: a browser does not inherit the token: %s', async (_which, browserIn) => {
  const programs = fakePrograms();
  programs.add('www-browser', 'env > "$OUT/env.part"; mv "$OUT/env.part" "$OUT/env"');
  const session = begin(undefined, [], {
    BROWSER: browserIn(programs.path),
    PATH: `${programs.path}:/usr/bin:/bin`,
    HF_TOKEN: 'hf_canary',
    OTHER: 'kept',
  });
  await expect.poll(() => programs.read('env') ?? '').toMatch(/^OTHER=kept$/m);
  expect(programs.read('env')).not.toContain('hf_canary');
  session.interrupt();
  await session.ended;
});

test('T17: --sandbox uses its own client and stores nothing', async () => {
  const folder = temporaryFolder();
  const session = { folder, ...runningInProcess(['login', '--browser', '--sandbox'], { folder }) };
  await (await fetch(await press(session, 'Allow'))).text();
  expect(await session.ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/as guest, for this command only\.\n$/),
  });
  expect(existsSync(join(folder, 'settings'))).toBe(false);
});

test.each([503, 401])('handles a new token when whoami fails with %i', async (status) => {
  const hub = await fakeHub({ whoami: answerJson({}, status) });
  const folder = temporaryFolder();
  const words = ['login', '--browser', '--json', '--hub-url', hub.url];
  const session = runningInProcess(words, { folder, environment });
  const [, url = ''] = await session.waitForStderr(/^Sign in on this page: (\S+)\n/m);
  const { searchParams } = new URL(url);
  const answer = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' });
  await (await fetch(`${searchParams.get('redirect_uri')}?${answer}`)).text();
  const { code, stdout, stderr } = await session.ended;
  const isStored = existsSync(join(folder, 'settings', `token-127.0.0.1%3A${hub.port}.json`));
  if (status === 503) {
    expect(JSON.parse(stdout)).toMatchObject({ name: 'someone', orgs: [] });
    expect({ code, isStored }).toEqual({ code: 0, isStored: true });
    expect(stderr).toMatch(/ as someone \(Some One\); the token is stored in /);
  } else {
    expect({ code, isStored }).toEqual({ code: 4, isStored: false });
    expect(stderr).not.toContain('Use tryout login');
  }
});

test('logout revokes the token if the hub supports it, and works if that fails', async () => {
  const hub = await fakeHub();
  const folder = temporaryFolder();
  const logout = (...words: readonly string[]) => {
    storeSignIn(folder, hub.port, { expiresAt: Date.now() + 3_600_000 });
    return cli(['logout', '--hub-url', hub.url, ...words], { folder });
  };
  const done = { code: 0, stderr: `Signed out of 127.0.0.1:${hub.port}.\n` };
  hub.replies.discovery = { revocation_endpoint: `${hub.url}/oauth/revoke` };
  expect(await logout()).toMatchObject(done);
  expect(hub.to('/oauth/revoke')).toHaveLength(2);
  for (const form of ['--json', '--quiet']) {
    const revoked = hub.to('/oauth/revoke').length;
    const stdout = form === '--json' ? `${JSON.stringify({ hub: hub.url, remaining: null })}\n` : '';
    expect(await logout(form)).toMatchObject({ code: 0, stdout });
    expect(hub.to('/oauth/revoke')).toHaveLength(revoked + 2);
  }
  hub.replies.revoke = (_received, response) => void response.destroy();
  expect(await logout()).toMatchObject({
    code: 0,
    stderr: `${done.stderr}Could not reach 127.0.0.1:${hub.port} to revoke the token. Revoke it in your settings there.\n`,
  });
  expect(readdirSync(join(folder, 'settings'))).toEqual([]);
});

describe.concurrent('invalid login options', () => {
  test.each(['--browser', '--device'])(
    'T17: explains a missing client id and suggests a token (%s)',
    async (method) => {
      const { code, stdout, stderr } = await cli(['login', method, '--hub-url', 'https://hub.invalid']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^error: Missing clientId: set TRYOUT_OAUTH_CLIENT_ID, or sign in with a token\nhint: Register a public app at https:\/\/hub\.invalid\/settings\//,
      );
      expect(stderr).toContain('http://127.0.0.1/callback');
    },
  );

  test('rejects two methods at once', async () => {
    const { code, stderr } = await cli(['login', '--browser', '--device', '--sandbox']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --device cannot be used with --browser/);
  });

  test('F5, C11: names the flags without a terminal, those that need a client ID only with one', async () => {
    const words = ['login', ...at(sandbox)];
    const { code, stderr } = await cli(words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--token-stdin/);
    expect(stderr).not.toMatch(/--browser|--device/);
    const enabled = await cli(words, { environment: { TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox' } });
    expect(enabled.stderr).toMatch(/--token-stdin .*--browser or --device/);
  });
});

test('reports a hub without sign-in', async () => {
  const hub = await serve(answerJson({ error: 'not found' }, 404));
  const { code, stderr } = await cli(['login', '--browser', '--hub-url', hub.url], { environment });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'error: The hub returned status 404 for the OAuth discovery. Error: not found\nhint: This hub may not support OAuth; sign in with a token.\n',
  );
});
