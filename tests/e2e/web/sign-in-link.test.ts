import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { takeScreenshot } from '../../support/browser/screenshots.ts';
import { account, openSignedOut, signInScreen } from '../../support/browser/signing-in.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { answerBody, answerJson, serve } from '../../support/loopback.ts';

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

test('W20: without a client ID, the token comes first, and the disabled link is behind other ways', async () => {
  const app = await openSignedOut({ config: { clientId: undefined } });
  const { page, link, box, submit, requests } = app;
  await expect.poll(() => signInOrder(page)).toEqual(['Access token', 'Submit', 'Other ways to sign in']);
  await page.getByRole('link', { name: /^Create a token on / }).waitFor();
  await expect.poll(() => submit.getAttribute('class')).toContain('primary');
  expect(await page.getByText('Missing clientId').isVisible()).toBe(false);
  await images(page, 'sign-in/no-client-id');
  await page.getByText('Other ways to sign in').click();
  await page.getByText('Missing clientId').waitFor();
  expect(await page.getByText(/Register|TRYOUT_/).count()).toBe(0);
  await expect.poll(() => link.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => requests).toEqual([]);
  await expectNoViolationsIn(page, twoAppearances);
  await expectNoHorizontalScroll(page);
  await images(page, 'sign-in/no-client-id-open');
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page).waitFor();
});

test('W20: with a client ID, the link comes first and is the only primary button', async () => {
  const { page, address, submit } = await openSignedOut();
  await address();
  const order = ['Sign In With 127.0.0.1', 'Access token', 'Submit'];
  await expect
    .poll(async () => (await signInOrder(page)).map((name) => name.replace(/:\d+$/, '')))
    .toEqual(order);
  await expect.poll(() => submit.getAttribute('class')).not.toContain('primary');
  await images(page, 'sign-in/client-id');
});

test('W20: where the page cannot use the link, the token comes first, also for guests and over http', async () => {
  const guest = await openApp({
    path: '#/sign-in',
    config: { clientId: undefined },
  });
  await guest.page.getByRole('button', { name: 'Continue as guest' }).waitFor();
  const order = ['Access token', 'Submit', 'Continue as guest', 'Other ways to sign in'];
  await expect.poll(() => signInOrder(guest.page)).toEqual(order);
  await images(guest.page, 'sign-in/guest');
  const plain = await openSignedOut({
    before: ({ context }) =>
      context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false })),
  });
  await expect
    .poll(() => signInOrder(plain.page))
    .toEqual(['Access token', 'Submit', 'Other ways to sign in']);
  await plain.page.getByText('Other ways to sign in').click();
  await plain.page.getByText('Signing in through the hub requires https').waitFor();
});

/** The visible ways to sign in, from top to bottom. */
async function signInOrder(page: Page): Promise<readonly string[]> {
  const ways = page.locator('main').locator('textarea, summary, button[type="submit"], a[class*="button"]');
  const names = await ways.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => (element instanceof HTMLTextAreaElement ? element.labels[0] : element)?.textContent),
  );
  return names.map((name) => name ?? '');
}

/** Screenshots in both themes at three widths. */
async function images(page: Page, name: string): Promise<void> {
  if (!process.env['TRYOUT_PICTURES']) return;
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 768, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
    }
}

test('a failed sign-in discovery can be retried', async () => {
  const hub = await fakeHub({ first: () => answerJson({}, 503) });
  const { page, errorLog, address } = await openSignedOut({
    config: { hubUrl: hub.url, inferenceUrl: hub.url },
  });
  errorLog.expect(/failed request: GET \S+openid-configuration: 503/);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'sign-in/discovery-failed');
  hub.replies.first = undefined;
  await again.click();
  await address();
  await expect.poll(() => again.count()).toBe(0);
});

test('a hub without OAuth accepts tokens', async () => {
  const hub = await fakeHub({
    first: ({ url }) => (url === '/api/whoami-v2' ? undefined : answerJson({ error: 'Not Found' }, 404)),
  });
  const { page, errorLog, box } = await openSignedOut({ config: { hubUrl: hub.url, inferenceUrl: hub.url } });
  errorLog.expect(/failed request: GET \S+openid-configuration: 404/);
  await page.getByText('This hub may not support OAuth; sign in with a token.').waitFor();
  await takeScreenshot(page, 'sign-in/no-sign-in');
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page, 'someone').waitFor();
});

test('F20: a foreign URL in the discovery document disables the link', async () => {
  const hub = await fakeHub();
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
  const around = await serve(
    answerBody(
      `<!doctype html><title>A page</title><link rel="icon" href="data:,"><iframe src="${url}#/fill-mask"></iframe>`,
      200,
      { 'content-type': 'text/html' },
    ),
  );
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
