import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account, openSignedOut, signInScreen } from '../../support/browser/signing-in.ts';
import { fakeHub, type Reply } from '../../support/fake-hub.ts';
import { answerBody, answerJson, serve } from '../../support/loopback.ts';

/** The visible ways to sign in, from top to bottom. */
async function signInOrder(page: Page): Promise<readonly string[]> {
  const ways = page
    .locator('main')
    .locator('textarea, summary, button[type="submit"], a:is([href*="/oauth/"], [aria-disabled])');
  const names = await ways.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => (element instanceof HTMLTextAreaElement ? element.labels[0] : element)?.textContent),
  );
  return names.map((name) => (name ?? '').replace(/:\d+$/, ''));
}

const colorOf = (control: Locator) =>
  control.evaluate((element) => getComputedStyle(element).backgroundColor);

test('W20: with a client ID, the link comes first and is the primary button, and without one, Submit is', async () => {
  const { page, address, box, submit, link } = await openSignedOut();
  await address();
  expect(await signInOrder(page)).toEqual(['Sign In With 127.0.0.1', 'Access token', 'Submit']);
  await box.fill('hf_typed');
  const primary = await colorOf(link);
  expect(await colorOf(submit)).not.toBe(primary);
  const without = await openSignedOut({ config: { clientId: undefined } });
  await without.box.fill('hf_typed');
  expect(await colorOf(without.submit)).toBe(primary);
});

test('W20: without a client ID, the token comes first, and the disabled link is behind other ways, also for guests', async () => {
  const config = { clientId: undefined };
  const guest = await openApp({ path: '#/sign-in', config });
  await guest.page.getByRole('button', { name: 'Continue as guest' }).waitFor();
  const order = ['Access token', 'Submit', 'Continue as guest', 'Other ways to sign in'];
  expect(await signInOrder(guest.page)).toEqual(order);

  const { page, link, box, requests } = await openSignedOut({ config });
  expect(await signInOrder(page)).toEqual(['Access token', 'Submit', 'Other ways to sign in']);
  await page.getByRole('link', { name: /^Create a token on / }).waitFor();
  expect(await page.getByText('Missing clientId').isVisible()).toBe(false);
  await page.getByText('Other ways to sign in').click();
  await page.getByText('Missing clientId').waitFor();
  expect(await page.getByText(/Register|TRYOUT_/).count()).toBe(0);
  expect(await link.getAttribute('aria-disabled')).toBe('true');
  expect(requests.map(({ url }) => url)).not.toContain('/.well-known/openid-configuration');
  await expectNoHorizontalScroll(page);
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page).waitFor();
});

test('F20, W34: the link waits for a valid discovery document, and is built when the network is back; tokens sign in without', async () => {
  let first: Reply | undefined;
  let answer = () => undefined as void;
  const hub = await fakeHub({
    first: ({ url }) => (url === '/.well-known/openid-configuration' ? first : undefined),
  });
  first = (_received, response) => (answer = () => answerJson({}, 503)(_received, response));
  const { page, errorLog, link, box, submit, address } = await openSignedOut({
    config: { hubUrl: hub.url, inferenceUrl: hub.url },
  });
  errorLog.expect(/failed request: GET \S+openid-configuration: (?:503|404)/);
  errorLog.allow(/failed request: GET \S+openid-configuration: net::ERR_/);
  // The token field does not wait.
  expect(await link.getAttribute('aria-disabled')).toBe('true');
  expect(await link.getAttribute('href')).toBeNull();
  await box.fill('hf_pasted');
  expect(await submit.isEnabled()).toBe(true);
  await hub.arrival('openid-configuration');
  answer();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  first = undefined;
  await again.click();
  await address();
  await expect.poll(() => link.getAttribute('aria-disabled')).toBeNull();
  expect(await again.count()).toBe(0);

  for (const discovery of [
    { issuer: 'https://evil.invalid' },
    { authorization_endpoint: 'https://evil.invalid/authorize' },
    { token_endpoint: 'http://localhost/token' },
  ]) {
    hub.replies.discovery = discovery;
    await page.reload();
    await again.waitFor();
    expect(await link.getAttribute('href')).toBeNull();
  }

  hub.replies.discovery = {};
  first = ({ socket }) => socket.destroy();
  await page.reload();
  await again.waitFor();
  first = undefined;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await address();

  first = answerJson({ error: 'Not Found' }, 404);
  await page.reload();
  await page.getByText('This hub may not support OAuth; sign in with a token.').waitFor();
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page, 'someone').waitFor();
});

test('in a frame without storage, the link opens a tab of its own', { tags: ['nightly'] }, async () => {
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
  const around = await serve(
    answerBody(
      `<!doctype html><title>A page</title><link rel="icon" href="data:,"><iframe src="${url}#/fill-mask"></iframe>`,
      200,
      { 'content-type': 'text/html' },
    ),
  );
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
  const screen = signInScreen(tab);
  await screen.address();
  await expect.poll(() => tab.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => tab.evaluate(() => window.opener)).toBeNull();
  const notice = page
    .frames()[1]!
    .evaluate(
      () => new Promise<void>((resolve) => addEventListener('storage', () => resolve(), { once: true })),
    );
  await screen.link.click();
  await tab.getByRole('button', { name: 'Allow' }).click();
  await account(tab).waitFor();
  await expect.poll(() => tab.url()).toBe(`${url}#/fill-mask`);
  await notice;
  // Any error in the frame fails the test.
  await framed.waitFor();
});
