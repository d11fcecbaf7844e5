import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { waitForExit, temporaryFolder } from '../../support/process.ts';
import { sendRequest } from './send-request.ts';
import { installCli, serveWeb, startWeb } from './install-cli.ts';

const folder = installCli();

async function fetchConfig(url: string): Promise<Record<string, string>> {
  return JSON.parse(String((await sendRequest(url, '/config.json')).body)) as Record<string, string>;
}

/** Listens on a port; returns false if it is in use. */
async function listenOn(port: number): Promise<Server | false> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => false,
  );
}

test('prints the URL to stdout and everything else to stderr, and serves until Ctrl-C', async () => {
  const app = await serveWeb(folder, ['--port', '0']);
  expect(app.printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  const page = await sendRequest(app.printed.trim(), '/');
  expect(String(page.body)).toContain('<title>Tryout</title>');
  expect(await fetchConfig(app.printed.trim())).toEqual({});
  expect(await app.stop()).toMatchObject({
    code: 0,
    signal: null,
    stdout: app.printed,
    stderr: 'Press Ctrl-C to stop.\n',
  });
});

test('--json prints the URL as JSON and opens no browser', async () => {
  const app = await serveWeb(folder, ['--port', '0', '--json', '-q'], { BROWSER: '/nowhere/browser' });
  expect(Object.keys(JSON.parse(app.printed) as object)).toEqual(['url']);
  expect(await app.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('the page gets the hub URL and the client ID, never a token', async () => {
  const app = await serveWeb(folder, ['--port', '0', '--hub-url', 'http://127.0.0.1:9/'], {
    HF_TOKEN: 'hf_own',
    TRYOUT_OAUTH_CLIENT_ID: ' an-app ',
  });
  expect(await fetchConfig(app.printed.trim())).toEqual({ hubUrl: 'http://127.0.0.1:9', clientId: 'an-app' });
  await app.stop();
});

test('--sandbox runs the sandbox until the command ends', async () => {
  const app = await serveWeb(folder, ['--sandbox', '--port', '0'], {
    HF_TOKEN: 'hf_own',
    TRYOUT_OAUTH_CLIENT_ID: 'an-app',
  });
  const url = app.printed.trim();
  const { hubUrl = '', inferenceUrl, clientId, guestToken } = await fetchConfig(url);
  expect({ inferenceUrl, clientId, guestToken }).toEqual({
    inferenceUrl: `${hubUrl}/inference`,
    clientId: 'tryout-sandbox',
    guestToken: 'hf_sandbox',
  });
  const { headers } = await sendRequest(url, '/');
  expect(headers['content-security-policy']).toContain(`img-src 'self' blob: data: https: ${hubUrl};`);
  const models = await fetch(`${hubUrl}/api/models?limit=1`, { headers: { Origin: new URL(url).origin } });
  expect(models.headers.get('access-control-allow-origin')).toBe(new URL(url).origin);
  expect((await app.stop()).code).toBe(0);
  await expect(fetch(hubUrl)).rejects.toThrow();
});

test('fails if the given port is in use, and replaces the default port with a free one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const refused = await waitForExit(startWeb(folder, ['--port', String(port)]));
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toBe(
    `error: Could not use port ${port} (EADDRINUSE)\nhint: Choose another port with --port.\n`,
  );
  // If another process uses the port, the effect is the same.
  const defaultPort = await listenOn(4680);
  const app = await serveWeb(folder, []);
  expect(app.printed).not.toContain(':4680/');
  expect((await app.stop()).stderr).toMatch(/^Port 4680 is in use.+\nPress Ctrl-C to stop\.\n$/);
  for (const server of [taken, defaultPort]) if (server) server.close();
});

test('explains how to build a missing web app', async () => {
  expect(await waitForExit(startWeb(installCli(false), []))).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "error: The web app is not built\nhint: Run npm run build:web in Tryout's folder.\n",
  });
});

test.skipIf(process.platform === 'win32')('opens the page in the browser from BROWSER', async () => {
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
  const app = await serveWeb(folder, ['--port', '0'], environment);
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(app.printed.trim());
  await app.stop();
});

test.each([
  ['--no-open', ['--no-open'], {}],
  ['CI', [], { CI: 'true' }],
])('opens no browser with %s', async (_, words, environment) => {
  const app = await serveWeb(folder, ['--port', '0', ...words], {
    BROWSER: '/nowhere/browser',
    ...environment,
  });
  expect((await app.stop()).stderr).toBe('Press Ctrl-C to stop.\n');
});

test('prints one note if the browser cannot be opened', async () => {
  const child = startWeb(folder, ['--port', '0'], { BROWSER: '/nowhere/browser' });
  const end = waitForExit(child);
  let printed = '';
  child.stderr.on('data', (piece: Buffer) => {
    printed += piece.toString();
    if (printed.includes('Could not open')) child.kill('SIGINT');
  });
  const { code, stderr } = await end;
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Press Ctrl-C to stop.\nCould not open a browser. Open the page yourself.\n',
  });
});
