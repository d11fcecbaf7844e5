import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { echoChat, post, readEvents, token } from '../support.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ models: [echoChat] });
});

afterAll(() => sandbox.close());

/** Origins of local pages: the development server, the web app. */
const origins = ['http://localhost:5173', 'http://127.0.0.1:4681', 'http://[::1]:4173'];

/** Response headers that pages need. */
const wanted = [
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Bill-To',
  'X-Error-Code',
  'X-Error-Message',
  'X-Inference-Provider',
  'X-Request-Id',
];

function expectReadable({ headers }: Response, origin: string): void {
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
  expect(exposed).toEqual(expect.arrayContaining(wanted));
  expect(headers.get('vary')).toMatch(/\bOrigin\b/);
  // With credentials, any site could act as the guest signed in on the sandbox's own page.
  expect(headers.get('access-control-allow-credentials')).toBeNull();
}

/** Requests with their expected status. */
const asked: readonly [path: string, status: number][] = [
  ['/api/models?pipeline_tag=fill-mask&limit=1', 200],
  ['/api/models/test/echo?expand[]=inferenceProviderMapping', 200],
  ['/api/models/test/none', 404],
  ['/api/models?sort=color', 400],
  ['/api/tasks', 200],
  ['/api/whoami-v2', 200],
  ['/inference/v1/models', 200],
  ['/.well-known/openid-configuration', 200],
  ['/oauth/jwks', 200],
  ['/oauth/guest.svg', 200],
  ['/oauth/userinfo', 401],
  ['/nowhere', 404],
];

/** Requests of a page: how they are sent, and their expected status. */
const posts: readonly [path: string, body: object, status: number][] = [
  ['/inference/hf-inference/models/sandbox/plain-assistant', { inputs: 'Hello' }, 200],
  ['/inference/hf-inference/models/trouble/rate-limited', { inputs: 'x' }, 429],
  ['/inference/hf-inference/models/trouble/gated', { inputs: 'x' }, 403],
  ['/inference/hf-inference/models/test/none', { inputs: 'x' }, 404],
];

const get = (path: string, origin: string) =>
  fetch(sandbox.hubUrl + path, { headers: { Origin: origin, Authorization: `Bearer ${token}` } });

test('a page on this machine can read every response', async () => {
  const [origin = ''] = origins;
  for (const [path, status] of asked) {
    const response = await get(path, origin);
    await response.arrayBuffer();
    expect([path, response.status]).toEqual([path, status]);
    expectReadable(response, origin);
  }
  for (const [path, body, status] of posts) {
    const response = await post(sandbox.hubUrl + path, body, { Origin: origin });
    await response.arrayBuffer();
    expect([path, response.status]).toEqual([path, status]);
    expectReadable(response, origin);
    expect(response.headers.has('x-request-id')).toBe(true);
    expect(response.headers.has('retry-after')).toBe(status === 429);
  }
  const refused = await fetch(`${sandbox.hubUrl}/oauth/token`, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ client_id: 'tryout-sandbox', grant_type: 'authorization_code', code: 'x' }),
  });
  await refused.arrayBuffer();
  expect(refused.status).toBe(400);
  expectReadable(refused, origin);
});

describe.each(origins)('a page on %s', (origin) => {
  test('can read a streamed chat', async () => {
    const messages = [{ role: 'user', content: 'one two' }];
    const response = await post(
      `${sandbox.inferenceUrl}/v1/chat/completions`,
      { model: 'test/echo', messages, stream: true },
      { Origin: origin },
    );
    expectReadable(response, origin);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-inference-provider')).toBeTruthy();
    expect(readEvents(await response.text()).length).toBeGreaterThan(1);
  });

  test.each([
    ['/api/models', 'GET', 'authorization'],
    ['/oauth/userinfo', 'GET', 'authorization'],
    ['/oauth/token', 'POST', 'content-type'],
    ['/inference/v1/chat/completions', 'POST', 'authorization,content-type,x-hf-bill-to,x-wait-for-model'],
  ])('the preflight of %s allows %s with its headers for ten minutes', async (path, method, headers) => {
    const { status, headers: answered } = await fetch(sandbox.hubUrl + path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
      },
    });
    expect(status).toBe(204);
    expect(answered.get('access-control-allow-origin')).toBe(origin);
    expect(answered.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(answered.get('access-control-allow-headers')).toBe(headers);
    expect(answered.get('access-control-max-age')).toBe('600');
  });
});

test.each([
  'https://app.example',
  'null',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example:4681',
  'http://127.0.0.1:4681@evil.example',
  'file://',
])('X23: a page on %s can neither read a response nor run a model', async (origin) => {
  for (const [path] of asked) {
    const response = await get(path, origin);
    expect([path, response.status]).toEqual([path, 403]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.json()).toEqual({ error: 'The sandbox answers only pages on this machine.' });
  }
  for (const method of ['POST', 'OPTIONS']) {
    const headers = { Origin: origin, Authorization: `Bearer ${token}` };
    const body = method === 'POST' ? JSON.stringify({ model: 'test/echo', messages: [] }) : null;
    const response = await fetch(`${sandbox.inferenceUrl}/v1/chat/completions`, { method, headers, body });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('an example file can be read from another origin', async () => {
  const info = await fetch(
    `${sandbox.hubUrl}/api/models?pipeline_tag=image-classification&expand[]=widgetData`,
  );
  const [model] = (await info.json()) as { widgetData: { src: string }[] }[];
  const src = model?.widgetData[0]?.src ?? '';
  expect(new URL(src).origin).toBe(sandbox.hubUrl);
  const [origin = ''] = origins;
  const file = await fetch(src, { headers: { Origin: origin } });
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect(file.headers.get('content-type')).toMatch(/^image\//);
  expectReadable(file, origin);
});

test('all URLs in responses have the requested origin', async () => {
  const listing = await fetch(`${sandbox.hubUrl}/api/models?limit=1`);
  const next = /<([^>]+)>; rel="next"/.exec(listing.headers.get('link') ?? '')?.[1] ?? '';
  const discovery = await fetch(`${sandbox.hubUrl}/.well-known/openid-configuration`);
  const { issuer, ...named } = (await discovery.json()) as Record<string, unknown>;
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, device_authorization_endpoint } = named;
  const led = [
    next,
    issuer,
    authorization_endpoint,
    token_endpoint,
    userinfo_endpoint,
    device_authorization_endpoint,
  ];
  expect(led.map((address) => new URL(String(address)).origin)).toEqual(Array(6).fill(sandbox.hubUrl));
});
