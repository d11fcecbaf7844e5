import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientId, Hub, redirectUri, verifier } from './hub.ts';

const printed = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
let hub: Hub;

beforeAll(async () => {
  hub = await Hub.start();
});

afterAll(async () => {
  await hub.stop();
});

describe('discovery', () => {
  it('returns the same endpoints as the Hub', async () => {
    const response = await fetch(new URL('/.well-known/openid-configuration', hub.issuer));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      issuer: hub.issuer,
      authorization_endpoint: `${hub.issuer}/oauth/authorize`,
      token_endpoint: `${hub.issuer}/oauth/token`,
      userinfo_endpoint: `${hub.issuer}/oauth/userinfo`,
      device_authorization_endpoint: `${hub.issuer}/oauth/device`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email', 'inference-api'],
      client_id_metadata_document_supported: true,
    });
  });

  it('other well-known URLs do not exist', async () => {
    expect((await fetch(new URL('/oauth/elsewhere', hub.issuer))).status).toBe(404);
  });
});

describe('authorization code', () => {
  it('leads from the button to a token for userinfo', async () => {
    const callback = await hub.signIn('Allow');
    expect(callback.origin + callback.pathname).toBe(redirectUri);
    expect(callback.searchParams.get('state')).toBe('{"nonce":"n"}');
    expect(callback.searchParams.get('iss')).toBe(hub.issuer);
    const { status, body } = await hub.redeem(callback.searchParams.get('code') ?? '');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^hf_oauth_[\w-]{40,}$/u),
      token_type: 'Bearer',
      expires_in: 8 * 60 * 60,
      scope: 'openid profile inference-api',
    });
    expect((await hub.userinfo(body['access_token'])).body).toEqual({
      sub: 'sandbox-guest',
      name: 'Guest',
      preferred_username: 'guest',
      picture: `${hub.issuer}/oauth/guest.svg`,
      website: hub.issuer,
      isPro: false,
      orgs: [
        {
          sub: 'sandbox',
          name: 'sandbox',
          isEnterprise: false,
          canPay: false,
          picture: `${hub.issuer}/oauth/guest.svg`,
          roleInOrg: 'read',
        },
      ],
    });
  });

  it('returns the email address of the guest only with the email scope', async () => {
    const { access_token } = await hub.tokens({ scope: 'openid email' });
    expect((await hub.userinfo(access_token)).body).toEqual({
      sub: 'sandbox-guest',
      email: 'guest@sandbox.invalid',
      email_verified: false,
    });
  });

  it('the picture in userinfo exists', async () => {
    const response = await fetch(new URL('/oauth/guest.svg', hub.issuer));
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg/u);
  });

  it('asks again on the second sign-in in the same browser', async () => {
    const browser = hub.browser();
    for (const _ of [1, 2]) {
      const page = await browser.open(hub.authorizeUrl());
      expect(page.html).toContain('Sign in to the sandbox as guest');
      expect((await browser.press(page, 'Allow')).url).toContain('code=');
    }
  });

  it('rejects a used code and revokes its token', async () => {
    const code = (await hub.signIn('Allow')).searchParams.get('code') ?? '';
    const { body } = await hub.redeem(code);
    expect((await hub.userinfo(body['access_token'])).status).toBe(200);
    expect(await hub.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await hub.userinfo(body['access_token'])).status).toBe(401);
  });

  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
  ])('rejects %s with a redirect to the app', async (_, changes) => {
    const { url } = await hub.browser().open(hub.authorizeUrl(changes));
    expect(new URL(url).searchParams.get('error')).toBe('invalid_request');
  });

  it.each(['http://localhost:1/', 'http://127.0.0.1/a/b?c=d', 'http://[::1]:65535/callback'])(
    'redirects to %s',
    async (redirect_uri) => {
      const callback = await hub.signIn('Allow', { redirect_uri });
      expect(callback.href.startsWith(redirect_uri)).toBe(true);
      expect(callback.searchParams.has('code')).toBe(true);
    },
  );

  it.each([
    'https://127.0.0.1/',
    'http://127.0.0.1.example/',
    'http://localhost@example.org/',
    'http://user@localhost/',
    'http://localhost/#fragment',
    'javascript:alert(1)',
    'not a URL',
  ])('does not redirect to %s', async (redirect_uri) => {
    const page = await hub.browser().open(hub.authorizeUrl({ redirect_uri }));
    expect(page.status).toBe(400);
    expect(page.html).toContain('redirect_uri');
    expect(page.forms).toEqual([]);
  });

  it('rejects an unknown client', async () => {
    const page = await hub.browser().open(hub.authorizeUrl({ client_id: '<b>someone</b>' }));
    expect(page.status).toBe(400);
    expect(page.html).not.toContain('<b>');
  });
});

describe('a web app on another origin', () => {
  const origin = 'http://localhost:5173';

  it('may send a token in a header', async () => {
    const response = await fetch(new URL('/oauth/userinfo', hub.issuer), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization');
  });

  it('can read the token response', async () => {
    const code = (await hub.signIn('Allow')).searchParams.get('code') ?? '';
    const response = await fetch(new URL('/oauth/token', hub.issuer), {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        client_id: clientId,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describe('the page', () => {
  it('shows app and scopes without scripts or subresources', async () => {
    const page = await hub.browser().open(hub.authorizeUrl());
    expect(page.html).toContain('<title>Sign in to the sandbox as guest</title>');
    expect(page.html).toContain('Tryout');
    expect(page.html).toContain('openid profile inference-api');
    expect(page.html).not.toMatch(/<script|<link|<img|\bon\w+=|src=/u);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' /u);
    expect(policy).toContain("form-action 'self' http://127.0.0.1:54321;");
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('escapes values from the URL', async () => {
    const page = await hub.browser().open(hub.authorizeUrl({ redirect_uri: 'http://127.0.0.1/"><script>1' }));
    expect(page.html).not.toContain('<script');
  });

  it('cannot be used in another browser', async () => {
    const page = await hub.browser().open(hub.authorizeUrl());
    expect((await hub.browser().press(page, 'Allow')).status).toBe(400);
    expect((await hub.browser().open(page.url)).status).toBe(400);
  });
});

it('prints nothing to the console', () => {
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});
