import { request } from 'node:http';
import { listModels, modelInfo, whoAmI } from '@huggingface/hub';
import { expect, it } from 'vitest';
import { sharedSandbox } from '../../support/recording-sandbox.ts';
import { echoChat, pixelPainter, post, sandboxFor, token } from '../support.ts';

it('returns only the fields in expand', async () => {
  const { hubUrl } = await sandboxFor({ models: [echoChat] });
  const query = 'expand[]=inferenceProviderMapping&expand=pipeline_tag';
  const info: unknown = await (await fetch(`${hubUrl}/api/models/test/echo?${query}`)).json();
  expect(info).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
    id: 'test/echo',
    pipeline_tag: 'text-generation',
    inferenceProviderMapping: ['hf-inference', 'groq'].map((provider) => ({
      provider,
      hfModelId: 'test/echo',
      providerId: provider === 'groq' ? 'tryout/echo' : 'test/echo',
      status: 'live',
      task: 'conversational',
    })),
  });
});

it('has a model without providers and one in staging', async () => {
  const { hubUrl } = await sharedSandbox();
  const mapping = async (id: string) => {
    const response = await fetch(`${hubUrl}/api/models/${id}?expand[]=inferenceProviderMapping`);
    return ((await response.json()) as { inferenceProviderMapping: { status: string }[] })
      .inferenceProviderMapping;
  };
  expect(await mapping('sandbox/unserved-question-mark')).toEqual([]);
  expect((await mapping('sandbox/staging-question-mark')).map((entry) => entry.status)).toEqual(['staging']);
});

it('returns 404 for an unknown repository like the Hub', async () => {
  const { hubUrl } = await sharedSandbox();
  const response = await fetch(`${hubUrl}/api/models/unknown/unknown`);
  expect(response.status).toBe(404);
  expect(response.headers.get('x-error-code')).toBe('RepoNotFound');
  expect(await response.json()).toEqual({ error: 'Repository not found' });
});

it('refuses paths with broken or encoded percent signs, and keeps running', async () => {
  const { hubUrl } = await sharedSandbox();
  const roots = [
    'dataset-files/',
    'api/models/',
    'api/datasets/a/',
    'datasets/sandbox/reviews/resolve/main/',
  ];
  const others = ['inference/models/', 'inference/fal-ai/', 'api/jobs/', 'oauth/device/', ''];
  for (const root of [...roots, ...others])
    for (const name of ['%', '%25', '%zz', '%c3%28', 'a%2f%']) {
      const path = `/${root}${name}?Expires=${Date.now() + 60_000}`;
      const { status } = await fetch(hubUrl + path);
      expect({ path, isRefused: status >= 400 && status < 500 }).toEqual({ path, isRefused: true });
    }
  expect((await fetch(`${hubUrl}/api/models`)).status).toBe(200);
});

it('works with the client library of the Hub', async () => {
  const { hubUrl } = await sandboxFor({ models: [echoChat, pixelPainter] });
  const names: string[] = [];
  for await (const model of listModels({ hubUrl, search: { owner: 'test' }, sort: 'downloads' })) {
    names.push(model.name);
  }
  expect(names).toEqual(['test/echo', 'test/pixel']);
  expect((await modelInfo({ hubUrl, name: 'test/pixel' })).task).toBe('text-to-image');
  expect((await whoAmI({ hubUrl, accessToken: token })).name).toBe('guest');
});

it('counts runs as downloads', async () => {
  const { hubUrl, inferenceUrl } = await sandboxFor({ models: [echoChat] });
  const downloads = async () => (await modelInfo({ hubUrl, name: 'test/echo' })).downloads;
  expect(await downloads()).toBe(0);
  await post(`${inferenceUrl}/models/test/echo`, { inputs: 'hello' });
  await post(`${inferenceUrl}/models/test/echo`, { inputs: 7 });
  expect(await downloads()).toBe(1);
});

it('returns the account and rejects other tokens', async () => {
  const { hubUrl } = await sharedSandbox();
  const ask = (authorization?: string) =>
    fetch(`${hubUrl}/api/whoami-v2`, authorization === undefined ? {} : { headers: { authorization } });
  expect(await (await ask(`Bearer ${token}`)).json()).toMatchObject({
    type: 'user',
    name: 'guest',
    isPro: false,
    orgs: [{ name: 'sandbox', canPay: true }],
    auth: { type: 'access_token', accessToken: { role: 'read' } },
  });
  for (const bad of [undefined, 'Bearer abc', 'Basic aGZfeA==', 'Bearer hf_']) {
    const response = await ask(bad);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'Invalid credentials in Authorization header' });
  }
});

it('returns its default model for each task', async () => {
  const { hubUrl } = await sharedSandbox();
  const tasks = (await (await fetch(`${hubUrl}/api/tasks`)).json()) as Record<
    string,
    { id: string; label: string; summary: string; models: { id: string; description: string }[] }
  >;
  const task = tasks['image-classification'];
  expect(task).toMatchObject({ id: 'image-classification', label: 'Image Classification' });
  expect(task?.models[0]?.id).toMatch(/^sandbox\//);
  expect(task?.models[0]?.description).not.toBe('');
});

it('describes each task in one sentence without Markdown', async () => {
  const card = '# test/echo\n\nSays *all*\nthat `you` [say](https://a.test). Then it stops.\n';
  const { hubUrl } = await sandboxFor({ models: [{ ...echoChat, card }] });
  const tasks = (await (await fetch(`${hubUrl}/api/tasks`)).json()) as Record<
    string,
    { models: { id: string; description: string }[] }
  >;
  const described = Object.values(tasks).flatMap(({ models }) => models);
  expect(described.find(({ id }) => id === 'test/echo')?.description).toBe('Says all that you say.');
  for (const { description } of described.filter(({ id }) => id.startsWith('sandbox/'))) {
    expect(description).toMatch(/^[^*`\n#]+[.!?]$/);
  }
});

it('serves the model card as HTML without scripts and as a file', async () => {
  const card = '# test/echo\n\n<script>alert(1)</script>\n';
  const { hubUrl } = await sandboxFor({ models: [{ ...echoChat, card }] });
  const page = await fetch(`${hubUrl}/test/echo`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).not.toContain('<script');
  const readme = await (await fetch(`${hubUrl}/test/echo/resolve/main/README.md`)).text();
  expect(readme).toMatch(/^---\nlicense: mit\npipeline_tag: "text-generation"/);
  expect(readme).toContain(card);
});

it('C22: serves only example files of models, with an ETag', async () => {
  const { hubUrl } = await sharedSandbox();
  const info = await fetch(`${hubUrl}/api/models/sandbox/named-colors?expand[]=widgetData`);
  const { widgetData } = (await info.json()) as { widgetData: { src: string }[] };
  const file = await fetch(widgetData[0]?.src ?? '');
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(file.headers.get('etag')).toMatch(/^"[0-9a-f]{40}"$/);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  for (const name of ['morse.wav', '..%2Fpackage.json', 'package.json']) {
    const response = await fetch(`${hubUrl}/sandbox/named-colors/resolve/main/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-error-code')).toBe('EntryNotFound');
  }
});

it('sends request IDs and CORS headers', async () => {
  const { hubUrl } = await sharedSandbox();
  const response = await fetch(`${hubUrl}/api/tasks`, { headers: { Origin: 'http://localhost:5173' } });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(response.headers.get('access-control-expose-headers')).toContain('Link');
  const preflight = await fetch(`${hubUrl}/inference/models/a/b`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Headers': 'authorization, x-use-cache',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, x-use-cache');
});

it('rejects requests with another host name', async () => {
  const { port } = await sharedSandbox();
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: '/api/tasks', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
  expect(await statusFor(`evil.test:${port}`)).toBe(403);
  expect(await statusFor('127.0.0.1.evil.test')).toBe(403);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
});

it('lists chat models with providers, prices and context length', async () => {
  const { inferenceUrl } = await sandboxFor({ models: [echoChat] });
  const { data } = (await (await fetch(`${inferenceUrl}/v1/models`)).json()) as { data: { id: string }[] };
  expect(data.find((model) => model.id === 'test/echo')).toMatchObject({
    object: 'model',
    providers: [
      { provider: 'hf-inference', status: 'live', context_length: 32768 },
      { provider: 'groq', status: 'live', pricing: { input: 0.05, output: 0.08 } },
    ],
  });
});

it('returns JSON for unknown paths and methods', async () => {
  const { hubUrl, inferenceUrl } = await sharedSandbox();
  expect((await fetch(`${hubUrl}/api/unknown`)).status).toBe(404);
  const wrongMethod = await fetch(`${inferenceUrl}/models/a/b`);
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  expect((await fetch(`${hubUrl}/api/models/%E0%A4%A`)).status).toBe(400);
});
