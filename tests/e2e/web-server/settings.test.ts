import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../packages/cli/src/web-server/page.ts';
import { startWebServer, type PageSettings } from '../../../packages/cli/src/web-server/server.ts';
import { appFolder } from './app-folder.ts';
import { sendRequest } from './send-request.ts';

const hub = { hubUrl: 'https://huggingface.co', inferenceUrl: 'https://router.huggingface.co' };
const folder = appFolder();

/** The `config.json` served for the settings. */
async function servedConfig(settings: PageSettings): Promise<unknown> {
  const server = await startWebServer({ folder, settings, port: 0 });
  try {
    const { headers, body } = await sendRequest(server.url, '/config.json?1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    return JSON.parse(String(body));
  } finally {
    await server.close();
  }
}

function sources(policy: string, name: string): string[] {
  const directive = policy.split('; ').find((text) => text.startsWith(`${name} `));
  return directive?.split(' ').slice(1) ?? [];
}

test('config.json contains only settings that differ from the defaults', async () => {
  expect(await servedConfig(hub)).toEqual({});
  expect(await servedConfig({ ...hub, clientId: '' })).toEqual({});
  expect(await servedConfig({ ...hub, hubUrl: 'http://127.0.0.1:9' })).toEqual({
    hubUrl: 'http://127.0.0.1:9',
  });
  const all = {
    hubUrl: 'https://hub.example',
    inferenceUrl: 'https://run.example',
    clientId: 'x',
    guestToken: 'y',
  };
  expect(await servedConfig(all)).toEqual(all);
});

test('the policy allows the configured hosts and localhost', () => {
  const policy = contentSecurityPolicy({
    hubUrl: 'http://hub.example:8080/below',
    inferenceUrl: 'http://run.example/inference',
  });
  expect(sources(policy, 'img-src')).toEqual([
    "'self'",
    'blob:',
    'data:',
    'https:',
    'http://hub.example:8080',
  ]);
  expect(sources(policy, 'connect-src')).toEqual([
    "'self'",
    'https:',
    'http://hub.example:8080',
    'http://run.example',
    'http://127.0.0.1:*',
    'http://localhost:*',
  ]);
});

test('the policy allows the Hub by the https: scheme only', () => {
  const policy = contentSecurityPolicy(hub);
  expect(sources(policy, 'img-src')).toEqual(["'self'", 'blob:', 'data:', 'https:']);
  expect(policy).not.toContain('huggingface');
});

test('docs/web-hosting.md shows the same policy and headers', async () => {
  const page = readFileSync(new URL('../../../docs/web-hosting.md', import.meta.url), 'utf8');
  const server = await startWebServer({ folder, settings: hub, port: 0 });
  const { headers } = await sendRequest(server.url, '/');
  await server.close();
  for (const name of ['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Referrer-Policy']) {
    expect(page).toContain(`\n${name}: ${headers[name.toLowerCase()]}\n`);
  }
});

test('allows the scheme for an IPv6 address, because a policy cannot contain one', () => {
  const policy = contentSecurityPolicy({ ...hub, hubUrl: 'http://[::1]:8080' });
  expect(sources(policy, 'connect-src')).toContain('http:');
});

test.each([
  ['script-src', ["'self'"]],
  ['style-src', ["'self'"]],
  ['default-src', ["'none'"]],
  ['object-src', ["'none'"]],
  ['base-uri', ["'none'"]],
  ['form-action', ["'none'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
])('%s is always %j (F30)', (name, expected) => {
  for (const hubUrl of [hub.hubUrl, 'http://127.0.0.1:9', 'http://[::1]:9']) {
    expect(sources(contentSecurityPolicy({ ...hub, hubUrl }), name)).toEqual(expected);
  }
});
