import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openRedirectReceiver } from '@tryout/engine/node';
import { rejection } from '../support/ask.ts';

const HUB = 'https://huggingface.co';

async function waiting(signal?: AbortSignal, seconds?: number) {
  const receiver = await openRedirectReceiver();
  const { redirectUri } = receiver;
  const state = JSON.stringify({ nonce: 'n', redirectUri });
  const transaction = { nonce: 'n', state, verifier: 'v', clientId: 'c', redirectUri, hubUrl: HUB };
  const grant = receiver.waitForRedirect(transaction, signal, seconds);
  // Prevents an unhandled rejection; tests check the result later.
  grant.catch(() => undefined);
  const open = (query: Record<string, string>, init?: RequestInit) =>
    fetch(`${redirectUri}?${new URLSearchParams(query)}`, init);
  return { redirectUri, state, grant, open, port: Number(new URL(redirectUri).port) };
}

/** Sends a raw request line that no browser would send and waits for the end of the connection. */
async function send(port: number, target: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
}

/** Whether the port is free. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

describe('the server that receives the redirect', () => {
  test('accepts one response, confirms it on the page, and closes', async () => {
    const { redirectUri, state, grant, open, port } = await waiting();
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const answer = await open({ code: 'c', state, iss: HUB });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('You are signed in. Close this page and return to the terminal.');
    expect(html).not.toMatch(/<script|<img|<link|src=|href=|\bon\w+=/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // The final URL in the browser has no code (F24).
    expect(answer.url).toBe(new URL('/signed-in', redirectUri).href);
    expect((await grant).parameters.get('code')).toBe('c');
    expect(await isFree(port)).toBe(true);
  });

  test('closes even if the browser does not follow the redirect to the clean URL', async () => {
    const { state, grant, open, port } = await waiting();
    const answer = await open({ code: 'c', state }, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([303, 'no-referrer']);
    await answer.text();
    expect((await grant).parameters.get('code')).toBe('c');
    expect(await isFree(port)).toBe(true);
  });

  test('rejects other paths, methods and host names', async () => {
    const { redirectUri, state, grant, open, port } = await waiting();
    const query = new URLSearchParams({ code: 'c', state });
    expect((await fetch(new URL(`/?${query}`, redirectUri))).status).toBe(404);
    expect((await fetch(new URL('/favicon.ico', redirectUri))).status).toBe(404);
    expect((await fetch(new URL(`/callback/?${query}`, redirectUri))).status).toBe(404);
    expect((await open({ code: 'c', state }, { method: 'POST' })).status).toBe(405);
    const asEvil = new Promise((resolve) =>
      request(
        { port, host: '127.0.0.1', path: `/callback?${query}`, headers: { Host: 'evil.test' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      ).end(),
    );
    expect(await asEvil).toBe(404);
    for (const target of ['//[', 'http://[', '//evil.test/callback', '*']) await send(port, target);
    await open({ code: 'right', state });
    expect((await grant).parameters.get('code')).toBe('right');
  });

  test.each([
    ['no state', {}, 'Missing oauth state from query parameters in redirected URL'],
    ['another state', { state: '{"nonce":"x"}' }, 'Invalid oauth state in redirected URL'],
    ['invalid JSON', { state: '<script>' }, 'Invalid oauth state in redirected URL, unable to parse JSON'],
    ['an unsolicited error', { error: 'x', state: '{}' }, 'Invalid oauth state in redirected URL'],
  ])('%s: shows the error and keeps waiting', async (_name, query, message) => {
    const { state, grant, open } = await waiting();
    const wrong = await open({ code: 'stolen', ...query });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain(`Sign-in failed: ${message}<`);
    await open({ code: 'right', state });
    expect((await grant).parameters.get('code')).toBe('right');
  });

  test('an error of the hub ends it, as text on the page and in the error', async () => {
    const { state, grant, open, port } = await waiting();
    const answer = await open({ error: 'access_denied', error_description: '<b onload=x>no\u202e', state });
    expect(await answer.text()).toContain('access_denied: &#60;b onload=x&#62;no&#60;U+202E&#62;');
    expect(await rejection(grant)).toMatchObject({
      message: 'access_denied: <b onload=x>no\u202e',
      outcome: 'refused',
    });
    expect(await isFree(port)).toBe(true);
  });

  test('a response from another issuer ends it', async () => {
    const { state, grant, open, port } = await waiting();
    await open({ code: 'c', state, iss: 'https://evil.test' });
    expect(await rejection(grant)).toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(await isFree(port)).toBe(true);
  });

  test('closes when the user cancels, before or during a request', async () => {
    const before = await waiting(AbortSignal.abort());
    expect(await rejection(before.grant)).toMatchObject({ name: 'CanceledError' });
    const stop = new AbortController();
    const meanwhile = await waiting(stop.signal);
    // Browsers may keep an unused connection open.
    const held = fetch(new URL('/', meanwhile.redirectUri)).then((answer) => answer.text());
    await held;
    stop.abort();
    expect(await rejection(meanwhile.grant)).toMatchObject({ name: 'CanceledError' });
    expect(await Promise.all([before, meanwhile].map(({ port }) => isFree(port)))).toEqual([true, true]);
  });

  test('closes after a timeout', async () => {
    const { grant, port } = await waiting(undefined, 0.02);
    expect(await rejection(grant)).toMatchObject({
      outcome: 'timeout',
      message: expect.stringContaining('0.02 s'),
    });
    expect(await isFree(port)).toBe(true);
  });
});
