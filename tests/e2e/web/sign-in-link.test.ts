import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { picture } from '../../support/browser/screenshots.ts';
import { account, openSignedOut, signInScreen } from '../../support/browser/signing-in.ts';
import { sendJson, serve } from '../../support/loopback.ts';
import { oauthHub } from '../../support/oauth-hub.ts';

test('the link is disabled until its URL is ready; the token field is not', async () => {
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { link, box, submit, address } = await openSignedOut({
    before: ({ page }) =>
      page.route('**/.well-known/openid-configuration', async (route) => {
        await held;
        await route.continue();
      }),
  });
  await expect.poll(() => link.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => link.getAttribute('href')).toBeNull();
  await box.fill('hf_pasted');
  await expect.poll(() => submit.isEnabled()).toBe(true);
  answer();
  await address();
  await expect.poll(() => link.getAttribute('aria-disabled')).toBeNull();
});

test('without a client ID, signing in with a token works, and a hint describes the registration', async () => {
  const { page, link, box, requests } = await openSignedOut({ config: { clientId: undefined } });
  await page.getByText('Missing clientId').waitFor();
  // The port varies; the Hub accepts any port if none is registered.
  await page
    .getByText('with the redirect URL http://127.0.0.1/, then set TRYOUT_OAUTH_CLIENT_ID to its client ID')
    .waitFor();
  await expect.poll(() => link.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => requests).toEqual([]);
  await expectNoViolationsIn(page, twoAppearances);
  await picture(page, 'sign-in/no-client-id');
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page).waitFor();
});

test('a failed sign-in discovery can be retried', async () => {
  const hub = await oauthHub();
  let isBroken = true;
  const front = await serve((_received, response) =>
    isBroken
      ? sendJson(response, {}, 503)
      : sendJson(response, {
          issuer: front.url,
          authorization_endpoint: `${front.url}/oauth/authorize`,
          token_endpoint: `${front.url}/oauth/token`,
          userinfo_endpoint: `${front.url}/oauth/userinfo`,
        }),
  );
  const { page, errorLog, address } = await openSignedOut({
    config: { hubUrl: front.url, inferenceUrl: hub.url },
  });
  errorLog.expect(/failed request: GET \S+openid-configuration: 503/);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await expectNoViolations(page);
  await picture(page, 'sign-in/discovery-failed');
  isBroken = false;
  await again.click();
  await address();
  await expect.poll(() => again.count()).toBe(0);
});

test('a hub without OAuth accepts tokens', async () => {
  const hub = await serve(({ url }, response) =>
    url === '/api/whoami-v2'
      ? sendJson(response, { name: 'someone' })
      : sendJson(response, { error: 'Not Found' }, 404),
  );
  const { page, errorLog, box } = await openSignedOut({ config: { hubUrl: hub.url, inferenceUrl: hub.url } });
  errorLog.expect(/failed request: GET \S+openid-configuration: 404/);
  await page.getByText('This hub may not support OAuth; sign in with a token.').waitFor();
  await picture(page, 'sign-in/no-sign-in');
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page, 'someone').waitFor();
});

test('F20: a foreign URL in the discovery document disables the link', async () => {
  const hub = await oauthHub();
  const { page, link } = await openSignedOut({ config: { hubUrl: hub.url, inferenceUrl: hub.url } });
  for (const discovery of [
    { issuer: 'https://evil.invalid' },
    { authorization_endpoint: 'https://evil.invalid/authorize' },
    { token_endpoint: 'http://localhost/token' },
  ]) {
    hub.replies.discovery = discovery;
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => link.getAttribute('href')).toBeNull();
  }
});

test('in a frame, the link opens the app in its own tab', async () => {
  const { url, context } = await openSignedOut();
  const around = await serve((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>A page</title><link rel="icon" href="data:,"><iframe src="${url}#/fill-mask"></iframe>`,
    );
  });
  const page = await context.newPage();
  // Spaces embed the app without the header that forbids frames.
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.goto(around.url);
  const framed = page.frameLocator('iframe').getByRole('link', { name: /^Sign In With/ });
  await framed.waitFor();
  const [tab] = await Promise.all([context.waitForEvent('page'), framed.click()]);
  await page.close();
  const screen = signInScreen(tab);
  await screen.address();
  await expect.poll(() => tab.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => tab.evaluate(() => window.opener)).toBeNull();
  await screen.link.click();
  await tab.getByRole('button', { name: 'Allow' }).click();
  await account(tab).waitFor();
  await expect.poll(() => tab.url()).toBe(`${url}#/fill-mask`);
});

test('a frame without storage continues without errors when another tab signs in', async () => {
  const { url, page, context } = await openSignedOut({
    before: ({ context }) =>
      context.addInitScript(() => {
        if (window.self === window.top) return;
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }),
  });
  await page.route(`${url}framing`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<title>A page</title><iframe src="${url}"></iframe>` }),
  );
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.goto(`${url}framing`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: /^Sign In With/ }).waitFor();
  const notice = page
    .frames()[1]!
    .evaluate(
      () => new Promise<void>((resolve) => addEventListener('storage', () => resolve(), { once: true })),
    );
  const tab = await context.newPage();
  await tab.goto(url);
  await signInScreen(tab).box.fill('hf_elsewhere');
  await tab.getByRole('button', { name: 'Submit' }).click();
  await account(tab).waitFor();
  await notice;
  // Any error in the frame fails the test.
  await frame.getByRole('link', { name: /^Sign In With/ }).waitFor();
});
