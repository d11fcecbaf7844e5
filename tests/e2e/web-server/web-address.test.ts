import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startWebServer } from '../../../packages/cli/src/web-server/server.ts';
import { Hub } from '../../sandbox/oauth/hub.ts';
import { waitForExit, type CommandResult } from '../../support/process.ts';
import { appFolder } from './app-folder.ts';

const script = fileURLToPath(new URL('../../../scripts/web-address.mjs', import.meta.url));

function setAddress(...words: readonly string[]): Promise<CommandResult> {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [script, ...words]);
  return waitForExit(child);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

test('writes the client metadata, the client ID and the policy for the app URL', async () => {
  const folder = appFolder();
  const address = 'https://example.org/tryout/';
  const done = await setAddress(folder, address);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toBe(`The app's client id: ${address}client-metadata.json\n`);
  expect(JSON.parse(read(folder, 'client-metadata.json'))).toEqual({
    client_id: `${address}client-metadata.json`,
    client_name: 'Tryout',
    client_uri: address,
    logo_uri: `${address}icon.svg`,
    redirect_uris: [address],
    token_endpoint_auth_method: 'none',
  });
  expect(JSON.parse(read(folder, 'config.json'))).toEqual({
    hubUrl: 'http://127.0.0.1:9',
    clientId: `${address}client-metadata.json`,
  });
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>/;
  const page = read(folder, 'index.html');
  expect(policy.exec(page)?.[1]).toMatch(
    /^default-src 'none'; script-src 'self';.+ https: http:\/\/127\.0\.0\.1:9;/,
  );
  // Browsers ignore frame-ancestors in a meta element, with a warning.
  expect(page).not.toContain('frame-ancestors');
  expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<script'));
  // A static Space inserts its script right after <head>, so the policy must come later.
  expect(page.indexOf('<head>')).toBeLessThan(page.indexOf('http-equiv'));

  await setAddress(folder, 'https://example.org/elsewhere/');
  expect(read(folder, 'index.html')).toBe(page);
  expect(read(folder, 'config.json')).toContain('https://example.org/elsewhere/client-metadata.json');
});

test('the app signs in without being registered', async () => {
  const folder = appFolder();
  const settings = { hubUrl: 'https://huggingface.co', inferenceUrl: 'https://router.huggingface.co' };
  const [hub, app] = await Promise.all([Hub.start(), startWebServer({ folder, settings, port: 0 })]);
  try {
    expect((await setAddress(folder, app.url)).code).toBe(0);
    const names = { client_id: `${app.url}client-metadata.json`, redirect_uri: app.url };
    const callback = await hub.signIn('Allow', names);
    expect(callback.origin + callback.pathname).toBe(app.url);
    const { status, body } = await hub.redeem(callback.searchParams.get('code') ?? '', names);
    expect({ status, scope: body['scope'] }).toEqual({ status: 200, scope: 'openid profile inference-api' });
  } finally {
    await Promise.all([hub.stop(), app.close()]);
  }
});

test.each([
  ['http://example.org/', "'http://example.org/' is not an https URL"],
  ['example.org', "'example.org' is not an https URL"],
  ['https://example.org/tryout', "'https://example.org/tryout' must end with /"],
  ['https://example.org/?a=b', "'https://example.org/?a=b' must only have a host and a path"],
  ['https://example.org/#', "'https://example.org/#' must only have a host and a path"],
  ['https://me@example.org/', "'https://me@example.org/' must only have a host and a path"],
])('rejects %s as an app URL and changes nothing', async (address, sentence) => {
  const folder = appFolder();
  const before = ['index.html', 'config.json'].map((name) => read(folder, name));
  const done = await setAddress(folder, address);
  expect(done).toMatchObject({ code: 2, stdout: '' });
  expect(done.stderr).toMatch(/^error: .+\nhint: node scripts\/web-address\.mjs .+\n$/);
  expect(done.stderr).toContain(sentence);
  expect(['index.html', 'config.json'].map((name) => read(folder, name))).toEqual(before);
});
