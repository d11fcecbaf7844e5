import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answerJson, sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { Hub } from './hub.ts';

const printed = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
let hub: Hub;

beforeAll(async () => {
  hub = await Hub.start();
});

afterAll(() => hub.stop());

/** A local app with metadata in `client.json`, which may be invalid. */
function app(metadata: (own: string) => unknown): Promise<LoopbackServer> {
  return serve(({ url }, response) => {
    if (url === '/moved.json') response.writeHead(302, { Location: '/client.json' }).end();
    else if (url === '/client.json') sendJson(response, metadata(`http://${response.req.headers.host}`));
    else response.writeHead(404).end('{}');
  });
}

const valid = (own: string) => ({
  client_id: `${own}/client.json`,
  client_name: 'An app of this machine',
  redirect_uris: [`${own}/app/`],
  token_endpoint_auth_method: 'none',
});

it('signs in to a local app identified by its metadata URL', async () => {
  const { url } = await app(valid);
  const names = { client_id: `${url}/client.json`, redirect_uri: `${url}/app/` };
  const page = await hub.browser().open(hub.authorizeUrl(names));
  expect(page.html).toContain('An app of this machine');
  const callback = await hub.signIn('Allow', names);
  expect(callback.href).toContain(`${url}/app/?code=`);
  const { status, body } = await hub.redeem(callback.searchParams.get('code') ?? '', names);
  expect(status).toBe(200);
  expect(body).toMatchObject({ scope: 'openid profile inference-api', refresh_token: expect.any(String) });
});

it.each([
  ['a redirect URI that is not in the metadata', valid, '/client.json', '/elsewhere'],
  [
    'another port than it lists',
    (own: string) => ({ ...valid(own), redirect_uris: ['http://127.0.0.1:1/app/'] }),
    '/client.json',
    '/app/',
  ],
  [
    'metadata of another app',
    (own: string) => ({ ...valid(own), client_id: 'tryout-sandbox' }),
    '/client.json',
    '/app/',
  ],
  ['metadata in a list', (own: string) => [valid(own)], '/client.json', '/app/'],
  ['redirected metadata', valid, '/moved.json', '/app/'],
  ['missing metadata', valid, '/none.json', '/app/'],
])('rejects %s', async (_, metadata, document, back) => {
  const { url } = await app(metadata);
  const names = { client_id: url + document, redirect_uri: url + back };
  const page = await hub.browser().open(hub.authorizeUrl(names));
  expect({ status: page.status, forms: page.forms }).toEqual({ status: 400, forms: [] });
});

const website = 'https://app.example';
const back = `${website}/back`;

it('signs in to an app on a website, whose metadata is only read over https', async () => {
  const document = { client_id: `${website}/client.json`, client_name: 'An <app>', redirect_uris: [back] };
  const { url } = await serve(answerJson(document));
  const fetchAnywhere = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((asked, options) => {
    const { origin, pathname } = new URL(asked instanceof Request ? asked.url : asked);
    return origin === website ? fetchAnywhere(url + pathname) : fetchAnywhere(asked, options);
  });
  const names = { client_id: `${website}/client.json`, redirect_uri: back };
  const page = await hub.browser().open(hub.authorizeUrl(names));
  expect(page.html).toContain('An &#60;app&#62;');
  const callback = await hub.signIn('Allow', names);
  const { status } = await hub.redeem(callback.searchParams.get('code') ?? '', names);
  expect(status).toBe(200);
  const plain = { client_id: 'http://app.example/client.json', redirect_uri: back };
  expect((await hub.browser().open(hub.authorizeUrl(plain))).status).toBe(400);
  vi.mocked(globalThis.fetch).mockRestore();
});

it('rejects unavailable metadata, here from a port without TLS', async () => {
  const { port } = await app(valid);
  const client_id = `https://127.0.0.1:${port}/client.json`;
  const page = await hub.browser().open(hub.authorizeUrl({ client_id }));
  expect(page.status).toBe(400);
  expect(page.html).toContain('fetch failed');
});

it('prints nothing to the console', () => {
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});
