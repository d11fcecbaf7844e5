import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';

test('an invalid URL in config.json is reported by name, and fixing or removing it starts the app', async () => {
  const { page, context } = await openApp();
  let config = '';
  await context.route('**/config.json', (route) =>
    route.fulfill({ body: config, contentType: 'application/json' }),
  );
  const change = async (next: string) => {
    config = next;
    await page.reload();
  };
  // Without settings, or with invalid ones, the defaults stay.
  for (const text of ['<html>', 'null', '{"hubUrl": 5, "clientId": 7}']) {
    await change(text);
    await page.getByText('Other ways to sign in').click();
    await page.getByText('Sign In With Hugging Face').waitFor();
  }
  await change('{"inferenceUrl": "javascript:alert(1)"}');
  await page.getByText(/^inferenceUrl in config\.json cannot be used/).waitFor();
  await change('{"inferenceUrl": "https://me:secret@example.org"}');
  await page.getByText(/^inferenceUrl in config\.json cannot be used/).waitFor();
  expect(await page.getByText('secret').count()).toBe(0);
  await change('{"hubUrl": "my hub"}');
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await page.getByText("hubUrl in config.json cannot be used: 'my hub' is not a valid URL").waitFor();
  // Without a valid hub, no screen works, so there is no link.
  expect(await page.getByRole('link', { name: 'Go to the home page' }).count()).toBe(0);
  await context.unroute('**/config.json');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).waitFor();
});

test('a temporarily unavailable config.json keeps hub and token', async () => {
  const { page, context, errorLog, url } = await openApp({ path: '#/fill-mask' });
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await page.evaluate(() => localStorage.setItem('accessToken', 'hf_kept'));
  errorLog.allow(/^failed request: GET \S+\/config\.json/);
  for (const [how, lose] of Object.entries({
    offline: (route: Route) => route.abort('internetdisconnected'),
    broken: (route: Route) => route.fulfill({ status: 503, body: 'Later' }),
  })) {
    await context.route('**/config.json', lose);
    await page.goto(`${url}?${how}#/fill-mask`);
    await page.getByText('A part of the app could not be loaded').waitFor();
    await context.unroute('**/config.json');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('hf_kept');
  }
});
