import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { Hub } from './hub.ts';

let hub: Hub;

beforeAll(async () => {
  hub = await Hub.start();
});

afterAll(() => hub.stop());

/** A local app with metadata in `client.json`, which may be invalid. */
function app(tell: (own: string) => unknown): Promise<LoopbackServer> {
  return serve(({ url }, response) => {
    if (url === '/moved.json') response.writeHead(302, { Location: '/client.json' }).end();
    else if (url === '/client.json') sendJson(response, tell(`http://${response.req.headers.host}`));
    else response.writeHead(404).end('{}');
  });
}

const honest = (own: string) => ({
  client_id: `${own}/client.json`,
  client_name: 'An app of this machine',
  redirect_uris: [`${own}/app/`],
  token_endpoint_auth_method: 'none',
});

it('signs in to a local app identified by its metadata URL', async () => {
  const { url } = await app(honest);
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
  ['an address that it does not list', honest, '/client.json', '/elsewhere'],
  [
    'another port than it lists',
    (own: string) => ({ ...honest(own), redirect_uris: ['http://127.0.0.1:1/app/'] }),
    '/client.json',
    '/app/',
  ],
  [
    'metadata of another app',
    (own: string) => ({ ...honest(own), client_id: 'tryout-sandbox' }),
    '/client.json',
    '/app/',
  ],
  ['metadata that is a list', (own: string) => [honest(own)], '/client.json', '/app/'],
  ['metadata that is elsewhere', honest, '/moved.json', '/app/'],
  ['metadata that is not there', honest, '/none.json', '/app/'],
])('rejects %s', async (_, tell, document, back) => {
  const { url } = await app(tell);
  const names = { client_id: url + document, redirect_uri: url + back };
  const page = await hub.browser().open(hub.authorizeUrl(names));
  expect({ status: page.status, forms: page.forms }).toEqual({ status: 400, forms: [] });
});
