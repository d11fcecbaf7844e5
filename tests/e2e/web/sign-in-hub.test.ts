import { expect, test } from 'vitest';
import { SANDBOX_CLIENT_ID } from '../../../packages/cli/src/context/with-context.ts';
import { account, openSignedOut, signInScreen, stored } from '../../support/browser/signing-in.ts';

test("F24: signing in on the hub's page redirects back; code and token are in no URL, no history and no Referer", async () => {
  const { page, context, url, link, address, requests, errorLog } = await openSignedOut({
    path: '#/text-classification',
  });
  const all: { url: string; referrer: string | undefined }[] = [];
  context.on('request', (request) =>
    all.push({ url: request.url(), referrer: request.headers()['referer'] }),
  );
  const asked = (await address()).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: SANDBOX_CLIENT_ID,
    response_type: 'code',
    scope: 'openid profile inference-api',
    redirect_uri: url,
    code_challenge_method: 'S256',
  });
  expect(JSON.parse(asked.get('state') ?? '')).toMatchObject({
    redirectUri: url,
    state: '#/text-classification',
  });
  await expect.poll(() => link.getAttribute('target')).toBeNull();
  await link.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/text-classification`);

  const { accessToken = '', ...rest } = await stored(page);
  expect(accessToken).toMatch(/^hf_/);
  expect(Object.keys(rest).filter((key) => key.startsWith('oauth:'))).toEqual([]);
  const exchange = requests.find(({ url: path }) => path === '/oauth/token');
  const { code = '', code_verifier: verifier } = Object.fromEntries(
    new URLSearchParams(Buffer.from(exchange?.body ?? []).toString()),
  );
  expect(verifier).toHaveLength(72);
  // The code was once in the URL and once in a request body.
  expect(
    all.filter((request) => request.url.includes(code)).map((request) => request.url.split('?')[0]),
  ).toEqual([url]);
  const withCode = requests.filter(({ url: path, headers, body }) =>
    `${path} ${JSON.stringify(headers)} ${Buffer.from(body).toString('latin1')}`.includes(code),
  );
  expect(withCode).toEqual([exchange]);
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  expect(entries.map((entry) => entry.url)).toContain(page.url());
  const kept = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]));
  for (const secret of [code, accessToken]) {
    expect(all.filter(({ referrer }) => referrer?.includes(secret))).toEqual([]);
    expect(JSON.stringify([entries, rest]) + kept + errorLog.seen.join()).not.toContain(secret);
  }
  expect(all.map((request) => request.url).join()).not.toContain(accessToken);
  expect(requests.flatMap(({ headers }) => headers.referer ?? []).join()).not.toContain(url);

  // The hub's page is already used.
  errorLog.allow(/^failed request: GET \S+\/oauth\/interaction\/\S+: 400$/);
  await page.goBack();
  await page.goForward();
  await expect.poll(() => page.url()).toBe(`${url}#/text-classification`);
  await page.reload();
  await account(page).waitFor();
});

test("after denying or going back on the hub's page, the link works again and leads to the requested page", async () => {
  const path = '#/text-classification/sandbox/vader-sentiment';
  const { page, url } = await openSignedOut({ path });
  const { link, address } = signInScreen(page);
  const first = await address();
  await link.click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('alert').getByText('access_denied: The guest denied access').waitFor();
  const second = await address();
  expect(second.searchParams.get('state')).not.toBe(first.searchParams.get('state'));
  await expect.poll(() => page.url()).toMatch(/\/#\/sign-in$/);
  await link.click();
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await page.goBack();
  await address();
  await link.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}${path}`);
});

test("F23: two tabs can sign in on the hub's page", { tags: ['nightly'] }, async () => {
  const { page, context, url, link, address } = await openSignedOut({ path: '#/fill-mask' });
  const other = await context.newPage();
  await other.goto(`${url}#/translation`);
  const elsewhere = signInScreen(other);
  await Promise.all([address(), elsewhere.address()]);
  await Promise.all([link.click(), elsewhere.link.click()]);
  await other.getByRole('button', { name: 'Allow' }).click();
  await account(other).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => page.url()).toBe(`${url}#/fill-mask`);
  await account(page).waitFor();
  await expect.poll(() => other.url()).toBe(`${url}#/translation`);
});

test('F23: a tab with the sign-in screen continues when another tab signs in', async () => {
  const { page, context, url } = await openSignedOut({ path: '#/fill-mask' });
  const other = await context.newPage();
  await other.goto(url);
  const { box } = signInScreen(other);
  await box.fill('hf_other');
  await box.press('Enter');
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/fill-mask`);
});
