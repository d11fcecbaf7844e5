import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { waitForExit, temporaryFolder } from '../../support/process.ts';
import { ask } from './ask.ts';
import { installed, serving, web } from './installed.ts';

const folder = installed();

/** `config.json` as the served page reads it. */
async function configAt(url: string): Promise<Record<string, string>> {
  return JSON.parse(String((await ask(url, '/config.json')).body)) as Record<string, string>;
}

/** Takes a port; false where it is taken already. */
async function take(port: number): Promise<Server | false> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => false,
  );
}

test('the address on stdout, all else on stderr, Ctrl-C ends it as it ends the sandbox', async () => {
  const app = await serving(folder, ['--port', '0']);
  expect(app.printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  const page = await ask(app.printed.trim(), '/');
  expect(String(page.body)).toContain('<title>Tryout</title>');
  expect(await configAt(app.printed.trim())).toEqual({});
  expect(await app.stop()).toMatchObject({
    code: 0,
    signal: null,
    stdout: app.printed,
    stderr: 'Press Ctrl-C to stop.\n',
  });
});

test('with --json the address is one JSON value, and no browser opens', async () => {
  const app = await serving(folder, ['--port', '0', '--json', '-q'], { BROWSER: '/nowhere/browser' });
  expect(Object.keys(JSON.parse(app.printed) as object)).toEqual(['url']);
  expect(await app.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('the page is told of another hub and of the app that is registered there, never of a token', async () => {
  const app = await serving(folder, ['--port', '0', '--hub-url', 'http://127.0.0.1:9/'], {
    HF_TOKEN: 'hf_own',
    TRYOUT_OAUTH_CLIENT_ID: ' an-app ',
  });
  expect(await configAt(app.printed.trim())).toEqual({ hubUrl: 'http://127.0.0.1:9', clientId: 'an-app' });
  await app.stop();
});

test('with --sandbox the embedded hub runs along, and ends with it', async () => {
  const app = await serving(folder, ['--sandbox', '--port', '0'], {
    HF_TOKEN: 'hf_own',
    TRYOUT_OAUTH_CLIENT_ID: 'an-app',
  });
  const url = app.printed.trim();
  const { hubUrl = '', inferenceUrl, clientId, guestToken } = await configAt(url);
  expect({ inferenceUrl, clientId, guestToken }).toEqual({
    inferenceUrl: `${hubUrl}/inference`,
    clientId: 'tryout-sandbox',
    guestToken: 'hf_sandbox',
  });
  const { headers } = await ask(url, '/');
  expect(headers['content-security-policy']).toContain(`img-src 'self' blob: data: https: ${hubUrl};`);
  const models = await fetch(`${hubUrl}/api/models?limit=1`, { headers: { Origin: new URL(url).origin } });
  expect(models.headers.get('access-control-allow-origin')).toBe(new URL(url).origin);
  expect((await app.stop()).code).toBe(0);
  await expect(fetch(hubUrl)).rejects.toThrow();
});

test('a port that was asked for and is taken is an error; the usual one gives way to a free one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const refused = await waitForExit(web(folder, ['--port', String(port)]));
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toBe(
    `error: Could not use port ${port} (EADDRINUSE)\nhint: Choose another port with --port.\n`,
  );
  // Where someone else has it, it is as taken as by this test.
  const usual = await take(4680);
  const app = await serving(folder, []);
  expect(app.printed).not.toContain(':4680/');
  expect((await app.stop()).stderr).toMatch(/^Port 4680 is in use.+\nPress Ctrl-C to stop\.\n$/);
  for (const server of [taken, usual]) if (server) server.close();
});

test('without a build there is a sentence that says how to make one', async () => {
  expect(await waitForExit(web(installed(false), []))).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "error: The web app is not built\nhint: Run npm run build:web in Tryout's folder.\n",
  });
});

test.skipIf(process.platform === 'win32')('the page opens in the browser that is named', async () => {
  const opened = join(temporaryFolder(), 'opened');
  const browser = join(temporaryFolder(), 'browser');
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    {
      mode: 0o755,
    },
  );
  const environment = { BROWSER: browser };
  const app = await serving(folder, ['--port', '0'], environment);
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(app.printed.trim());
  await app.stop();
});

test.each([
  ['--no-open', ['--no-open'], {}],
  ['a build machine', [], { CI: 'true' }],
])('%s opens none', async (_, words, environment) => {
  const app = await serving(folder, ['--port', '0', ...words], {
    BROWSER: '/nowhere/browser',
    ...environment,
  });
  expect((await app.stop()).stderr).toBe('Press Ctrl-C to stop.\n');
});

test('a browser that cannot be opened is one note', async () => {
  const child = web(folder, ['--port', '0'], { BROWSER: '/nowhere/browser' });
  const end = waitForExit(child);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
    if (said.includes('Could not open')) child.kill('SIGINT');
  });
  const { code, stderr } = await end;
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Press Ctrl-C to stop.\nCould not open a browser. Open the page yourself.\n',
  });
});
