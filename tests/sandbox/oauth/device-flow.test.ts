import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Page } from './browser.ts';
import { Hub, type Answer } from './hub.ts';

const printed = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
let hub: Hub;

beforeAll(async () => {
  hub = await Hub.start();
});

afterAll(async () => {
  await hub.stop();
});

interface Device {
  codes: Record<string, string>;
  poll: () => Promise<Answer>;
}

async function device(): Promise<Device> {
  const { status, body } = await hub.post('/oauth/device', { scope: 'openid profile inference-api' });
  expect(status).toBe(200);
  const codes = body as Record<string, string>;
  const poll = (): Promise<Answer> =>
    hub.post('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: codes['device_code'] ?? '',
    });
  return { codes, poll };
}

describe('device code', () => {
  it('has the format of RFC 8628', async () => {
    const { codes } = await device();
    expect(codes).toEqual({
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/u),
      verification_uri: `${hub.issuer}/oauth/device/code`,
      verification_uri_complete: `${hub.issuer}/oauth/device/code?user_code=${codes['user_code']}`,
      expires_in: 900,
    });
  });

  it('is pending until the guest has entered and confirmed it', async () => {
    const { codes, poll } = await device();
    expect(await poll()).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });

    const browser = hub.browser();
    const typing = await browser.open(codes['verification_uri'] ?? '');
    const asking = await browser.press(typing, 'Continue', {
      user_code: codes['user_code']?.toLowerCase() ?? '',
    });
    expect(asking.html).toContain(codes['user_code']);
    const signIn = await browser.press(asking, 'Continue');
    expect(signIn.html).toContain('Sign in to the sandbox as guest');
    expect((await browser.press(signIn, 'Allow')).html).toContain('You are signed in');

    const { status, body } = await poll();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^hf_oauth_/u),
      expires_in: 8 * 60 * 60,
    });
    expect((await hub.userinfo(body['access_token'])).body).toMatchObject({ preferred_username: 'guest' });
    expect(await poll()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is filled in by the complete URL, on a page without scripts', async () => {
    const { codes } = await device();
    const browser = hub.browser();
    const page: Page = await browser.open(codes['verification_uri_complete'] ?? '');
    expect(page.html).not.toMatch(/<script|\bon\w+=/u);
    expect((await browser.press(page, 'Continue')).html).toContain('Is this your device?');
  });

  it.each(['on the code page', 'on the guest page'])('can be denied %s', async (place) => {
    const { codes, poll } = await device();
    const browser = hub.browser();
    const typing = await browser.open(codes['verification_uri_complete'] ?? '');
    const asking = await browser.press(typing, 'Continue');
    const last = place.endsWith('code') ? asking : await browser.press(asking, 'Continue');
    expect((await browser.press(last, 'Deny')).html).toContain('You denied this sign-in.');
    expect(await poll()).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  it('rejects an unknown code and asks for it again', async () => {
    const browser = hub.browser();
    const typing = await browser.open('/oauth/device/code');
    const page = await browser.press(typing, 'Continue', { user_code: 'XXXX-"><b>' });
    expect(page.html).toContain('This code is invalid');
    expect(page.html).not.toContain('<b>');
  });

  it('C22: asks for the code again if the form has no session', async () => {
    const page = await hub
      .browser()
      .open('/oauth/device/code', new URLSearchParams({ user_code: 'AAAA-BBBB' }));
    expect(page.status).toBe(200);
    expect(page.html).toContain('Enter the code shown on your device.');
  });

  it('is rejected if unknown', async () => {
    const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'made-up' };
    expect(await hub.post('/oauth/token', fields)).toMatchObject({ body: { error: 'invalid_grant' } });
  });
});

it('prints nothing to the console', () => {
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});
