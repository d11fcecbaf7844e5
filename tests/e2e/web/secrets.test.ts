import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readDatabases } from '../../support/browser/databases.ts';
import { account, question, signInScreen, stored } from '../../support/browser/signing-in.ts';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import { goToForm, run, runExample } from '../../support/browser/steps.ts';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../support/echoing-hub.ts';

const CANARY = 'hf_CanaryInTheBrowser42';

/** Collects the browser's requests from now on. */
function askedBy(context: BrowserContext): Set<string> {
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(request.url()));
  return asked;
}

/** All readable text of a page: elements, field values, title and URL. */
function visibleIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((box) => (box as HTMLInputElement).value),
      document.title,
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ].join('\n'),
  );
}

/** Runs models of several tasks, then opens the options and the code. */
async function useManyFeatures(app: OpenApp): Promise<void> {
  const { page } = app;
  for (const [task, model] of [
    ['text-generation', 'sandbox/plain-assistant'],
    ['image-to-image', 'sandbox/picture-editor'],
    ['table-question-answering', 'sandbox/table-rules'],
  ] as const) {
    await goToForm(app, task, model);
    await runExample(page);
  }
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.getByRole('region', { name: /Python|python/ }).waitFor();
}

test('F8: the token is only in the storage and in requests to the hub', async () => {
  let asked = new Set<string>();
  const app = await openApp({
    config: { guestToken: undefined },
    before: ({ context }) => void (asked = askedBy(context)),
  });
  const { page, context, url, sandbox, requests } = app;
  const { box, submit } = signInScreen(page);
  await box.fill(CANARY);
  await submit.click();
  await account(page).waitFor();
  await useManyFeatures(app);
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).waitFor();

  expect(await visibleIn(page)).not.toContain(CANARY);
  expect(Object.entries(await stored(page)).filter(([, value]) => value.includes(CANARY))).toEqual([
    ['accessToken', CANARY],
  ]);
  // Form contents are stored there, but no token.
  expect(JSON.stringify(await readDatabases(page))).not.toContain('Canary');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  const elsewhere = [...asked].filter(
    (address) =>
      !/^(?:blob|data):/.test(address) &&
      ![url, `${sandbox.hubUrl}/`].includes(`${new URL(address).origin}/`),
  );
  expect(elsewhere).toEqual([]);
  expect([...asked].filter((address) => address.includes('Canary'))).toEqual([]);

  expect(requests.length).toBeGreaterThan(5);
  for (const { url: path, headers, body } of requests) {
    expect(headers.referer, path).toBeUndefined();
    expect(headers.cookie, path).toBeUndefined();
    const { authorization = `Bearer ${CANARY}`, ...others } = headers;
    expect(authorization).toBe(`Bearer ${CANARY}`);
    expect(JSON.stringify(others) + path + Buffer.from(body).toString('latin1')).not.toContain('Canary');
  }

  await page.getByRole('link', { name: 'Sign Out' }).click();
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await box.waitFor();
  expect(JSON.stringify(await stored(page))).not.toContain('Canary');
});

test('X3: an echoed token is redacted in results, errors and streams', { tags: ['nightly'] }, async () => {
  const { url } = await echoingHub();
  const config = { hubUrl: url, inferenceUrl: `${url}/inference`, guestToken: ECHOED_TOKEN };
  const app = await openApp({ config });
  const { page, errorLog } = app;
  errorLog.expect(/^failed request: POST \S+: 400$/);
  await account(page, 'I am hf_***').waitFor();
  const runOn = async (task: string, model: string) => {
    await goToForm(app, task, model);
    await page.getByLabel(/^(?:Input|Message)$/).fill('some text');
    await run(page);
  };
  await runOn('text-classification', 'echo/result');
  await page.getByText('You are hf_***').first().waitFor();
  expect(await visibleIn(page)).not.toMatch(LEAK);
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  await page.getByText('"hf_***": "hf_***"').first().waitFor();
  expect(await visibleIn(page)).not.toMatch(LEAK);

  for (const [model, expected] of [
    ['echo/error', 'Bad credentials hf_***'],
    // The description of an unexpected shape.
    ['echo/wrong', "at 0.score: 'hf_***'"],
  ] as const) {
    await runOn('text-classification', model);
    await page.getByRole('alert').getByText(expected).waitFor();
    expect(await visibleIn(page), model).not.toMatch(LEAK);
  }

  // Split over stream events.
  await runOn('text-generation', 'echo/stream');
  await page.getByText('You are hf_***, I think.', { exact: true }).first().waitFor();
  expect(await visibleIn(page)).not.toMatch(LEAK);
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  // The stream ends within the token.
  await runOn('text-generation', 'echo/cut');
  await page.getByText('You are hf_***', { exact: true }).first().waitFor();
  await page.getByText('The answer is incomplete: it was canceled or interrupted.').waitFor();
  expect(await visibleIn(page)).not.toMatch(LEAK);
});
