import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Hub } from './hub.ts';

const printed = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
const appId = 'https://app.example/client.json';
const document = { client_id: appId, client_name: 'An <app>', redirect_uris: ['https://app.example/back'] };
let website: Server;
let hub: Hub;

beforeAll(async () => {
  website = createServer((request, response) => {
    if (request.url === '/client.json') response.end(JSON.stringify(document));
    else if (request.url === '/other.json') response.end(JSON.stringify(document));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  const { port } = website.address() as AddressInfo;
  hub = await Hub.start({
    fetch: (url) =>
      fetch(`http://127.0.0.1:${port}${new URL(url instanceof Request ? url.url : url).pathname}`),
  });
});

afterAll(async () => {
  await hub.stop();
  website.closeAllConnections();
  website.close();
});

it('signs in to an app identified by its metadata URL', async () => {
  const redirect_uri = 'https://app.example/back';
  const page = await hub.browser().open(hub.authorizeUrl({ client_id: appId, redirect_uri }));
  expect(page.html).toContain('An &#60;app&#62;');
  const callback = await hub.signIn('Allow', { client_id: appId, redirect_uri });
  const changes = { client_id: appId, redirect_uri };
  const { status, body } = await hub.redeem(callback.searchParams.get('code') ?? '', changes);
  expect(status).toBe(200);
  expect(body['access_token']).toMatch(/^hf_oauth_/u);
});

it.each([
  ['a redirect URI that is not in the metadata', appId, 'http://127.0.0.1:5/'],
  ['metadata of another client', 'https://app.example/other.json', 'https://app.example/back'],
  ['missing metadata', 'https://app.example/missing.json', 'https://app.example/back'],
  ['metadata over plain http', 'http://app.example/client.json', 'https://app.example/back'],
])('rejects %s', async (_, client_id, redirect_uri) => {
  const page = await hub.browser().open(hub.authorizeUrl({ client_id, redirect_uri }));
  expect(page.status).toBe(400);
  expect(page.forms).toEqual([]);
});

it('rejects unavailable metadata, here from a port without TLS', async () => {
  const { port } = website.address() as AddressInfo;
  const plain = await Hub.start();
  const client_id = `https://127.0.0.1:${port}/client.json`;
  const page = await plain.browser().open(plain.authorizeUrl({ client_id }));
  await plain.stop();
  expect(page.status).toBe(400);
  expect(page.html).toContain('fetch failed');
});

it('prints nothing to the console', () => {
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});
