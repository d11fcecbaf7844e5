import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../packages/cli/src/web-server/page-headers.ts';
import { startWebServer, type PageSettings } from '../../../packages/cli/src/web-server/server.ts';
import { appFolder } from './app-folder.ts';
import { ask } from './ask.ts';

const hub = { hubUrl: 'https://huggingface.co', inferenceUrl: 'https://router.huggingface.co' };
const folder = appFolder();

/** What a page is told in `config.json`. */
async function told(settings: PageSettings): Promise<unknown> {
  const server = await startWebServer({ folder, settings, port: 0 });
  try {
    const { headers, body } = await ask(server.url, '/config.json?1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    return JSON.parse(String(body));
  } finally {
    await server.close();
  }
}

/** The sources of a directive. */
function sources(policy: string, name: string): string[] {
  const directive = policy.split('; ').find((text) => text.startsWith(`${name} `));
  return directive?.split(' ').slice(1) ?? [];
}

test('the settings hold what differs from the defaults, and nothing of the build', async () => {
  expect(await told(hub)).toEqual({});
  expect(await told({ ...hub, clientId: '' })).toEqual({});
  expect(await told({ ...hub, hubUrl: 'http://127.0.0.1:9' })).toEqual({ hubUrl: 'http://127.0.0.1:9' });
  const all = {
    hubUrl: 'https://hub.example',
    inferenceUrl: 'https://run.example',
    clientId: 'x',
    guestToken: 'y',
  };
  expect(await told(all)).toEqual(all);
});

test('the policy opens a way to the addresses of the settings, and to this machine', () => {
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

test('the policy of the Hub names it once, as https', () => {
  const policy = contentSecurityPolicy(hub);
  expect(sources(policy, 'img-src')).toEqual(["'self'", 'blob:', 'data:', 'https:']);
  expect(policy).not.toContain('huggingface');
});

test('the page on hosting gives that policy, and the headers that go with it', async () => {
  const page = readFileSync(new URL('../../../docs/web-hosting.md', import.meta.url), 'utf8');
  const server = await startWebServer({ folder, settings: hub, port: 0 });
  const { headers } = await ask(server.url, '/');
  await server.close();
  for (const name of ['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Referrer-Policy']) {
    expect(page).toContain(`\n${name}: ${headers[name.toLowerCase()]}\n`);
  }
});

test('an IPv6 address, which a policy cannot hold, opens its scheme', () => {
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
])('%s is %j whatever the addresses (F30)', (name, expected) => {
  for (const hubUrl of [hub.hubUrl, 'http://127.0.0.1:9', 'http://[::1]:9']) {
    expect(sources(contentSecurityPolicy({ ...hub, hubUrl }), name)).toEqual(expected);
  }
});
