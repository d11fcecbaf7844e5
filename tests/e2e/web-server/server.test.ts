import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer, type WebServer } from '../../../packages/cli/src/web-server/server.ts';
import { temporaryFolder } from '../../support/process.ts';
import { appFolder, script } from './app-folder.ts';
import { sendRequest } from './send-request.ts';

const settings = { hubUrl: 'https://huggingface.co', inferenceUrl: 'https://router.huggingface.co' };
const hashed = '/assets/index-Ab3_d-9x.js';

let server: WebServer;

beforeAll(async () => {
  const parent = temporaryFolder();
  writeFileSync(join(parent, 'secret.txt'), 'not for the web');
  server = await startWebServer({ folder: appFolder(join(parent, 'app')), settings, port: 0 });
});

afterAll(() => server.close());

test('serves the page and its scripts, with immutable caching for scripts', async () => {
  const page = await sendRequest(server.url, '/?code=1');
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html;charset=utf-8' } });
  expect(String(page.body)).toContain('<title>Tryout</title>');
  expect(page.headers['cache-control']).toBe('no-cache');
  const code = await sendRequest(server.url, hashed);
  expect(code).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript' } });
  expect(String(code.body)).toBe(script);
  expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await sendRequest(server.url, '/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test('serves a precompressed file', async () => {
  const { headers, body } = await sendRequest(server.url, hashed, { headers: { 'accept-encoding': 'gzip' } });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(String(gunzipSync(body))).toBe(script);
});

test('answers with 304 for an unchanged page', async () => {
  const { headers } = await sendRequest(server.url, '/');
  const again = await sendRequest(server.url, '/', { headers: { 'if-none-match': String(headers.etag) } });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
});

test('answers HEAD without a body', async () => {
  const { status, headers, body } = await sendRequest(server.url, '/', { method: 'HEAD' });
  expect({ status, bytes: body.length }).toEqual({ status: 200, bytes: 0 });
  expect(Number(headers['content-length'])).toBeGreaterThan(0);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
  const { status, headers } = await sendRequest(server.url, '/', { method });
  expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
});

test.each([
  'evil.example',
  'evil.example:PORT',
  '127.0.0.1',
  'localhost:1',
  '127.0.0.1.evil.example:PORT',
  '[::1]:PORT',
])("rejects requests with the Host '%s' (DNS rebinding)", async (name) => {
  const host = name.replace('PORT', String(server.port));
  for (const path of ['/', '/config.json']) {
    const { status, body } = await sendRequest(server.url, path, { headers: { host } });
    expect({ status, text: String(body) }).toEqual({
      status: 403,
      text: 'This server only accepts requests to 127.0.0.1 and localhost.\n',
    });
  }
});

test.each(['localhost', 'LOCALHOST', '127.0.0.1'])('accepts the host name %s', async (name) => {
  const { status } = await sendRequest(server.url, '/', { headers: { host: `${name}:${server.port}` } });
  expect(status).toBe(200);
});

test.each([
  '/missing.js',
  '/assets/missing-Ab3_d-9x.js',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%00',
  '/%zz',
])('answers with 404 for %s', async (path) => {
  const { status, headers } = await sendRequest(server.url, path);
  expect({ status, kept: headers['cache-control'] }).toEqual({ status: 404, kept: 'no-cache' });
});

test.each(['bytes=5-2', 'bytes=99999-', 'bytes=0-3', 'nonsense'])('ignores the range %s', async (range) => {
  const { status, body } = await sendRequest(server.url, hashed, { headers: { range } });
  expect({ status, text: String(body) }).toEqual({ status: 200, text: script });
});

test('serves a new build without a restart', async () => {
  const folder = appFolder();
  const other = await startWebServer({ folder, settings, port: 0 });
  try {
    expect((await sendRequest(other.url, hashed)).status).toBe(200);
    rmSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), 'another');
    expect((await sendRequest(other.url, hashed)).status).toBe(404);
    expect(String((await sendRequest(other.url, '/')).body)).toBe('another');
  } finally {
    await other.close();
  }
});

describe('every response', () => {
  test.each([
    ['the page', '/', {}],
    ['a script', hashed, {}],
    ['the settings', '/config.json', {}],
    ['a missing file', '/missing', {}],
    ['another host name', '/', { headers: { host: 'evil.example' } }],
    ['another method', '/', { method: 'POST' }],
  ])('%s has the isolation headers', async (_, path, options) => {
    const { headers } = await sendRequest(server.url, path, options);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const permissions = String(headers['permissions-policy']).split(', ');
    expect(permissions.filter((permission) => permission.endsWith('=(self)'))).toEqual([
      'camera=(self)',
      'microphone=(self)',
      'clipboard-write=(self)',
    ]);
    expect(permissions).toContain('geolocation=()');
  });
});
