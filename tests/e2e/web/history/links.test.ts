import { deflateRawSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findDefaultModel, createRunLink, type RunFile } from '@tryout/engine';
import { connectionTo } from '../../../support/ask.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { openApp, type OpenApp } from '../../../support/browser/open-app.ts';
import { openSignedOut, question } from '../../../support/browser/signing-in.ts';
import { fillExample, goTo, goToForm, savedForm } from '../../../support/browser/steps.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { formOf } from '../try-out/form.ts';

const TASK = 'text-classification';
const MODEL = 'sandbox/vader-sentiment';

const input = (page: Page) => page.getByLabel('Input', { exact: true });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Link copied' });

/** Copies the link of the form or of the result, and returns it. */
async function copyLink(page: Page, context: BrowserContext): Promise<string> {
  await formOf(page).output.getByRole('button', { name: 'Copy link' }).click();
  await notice(page).waitFor();
  return clipboardText(context);
}

/** A link as a stranger may write it; its path comes after the page's address. */
async function pathOfLink(run: Omit<RunFile, 'tryout' | 'id'>): Promise<string> {
  const id = '01M82A1K5N4CF9J815YY9V73F7';
  const { url } = await createRunLink(
    { run: { tryout: 1, id, ...run }, media: new Map() },
    'https://example.org/',
  );
  return new URL(url).hash;
}

const sentBodies = ({ requests }: OpenApp) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => Buffer.from(body).toString('latin1'));

test('a link in the address bar fills in the form, with a short result or without, runs nothing, and a reload keeps later edits', async () => {
  const app = await openApp({ path: `#/${TASK}/${MODEL}` });
  const { page, context } = app;
  await input(page).fill('A good day');
  const link = await copyLink(page, context);
  expect(link).not.toContain('hf_');
  await input(page).fill('A bad day');
  await page.evaluate((url) => location.assign(url), link);
  await expect.poll(() => input(page).inputValue()).toBe('A good day');
  await expect.poll(() => page.url()).toBe(`${app.url}#/${TASK}/${MODEL}`);
  expect(sentBodies(app)).toEqual([]);
  await page.getByRole('button', { name: 'Restore earlier inputs' }).click();
  expect(await input(page).inputValue()).toBe('A bad day');
  await page.reload();
  await expect.poll(() => input(page).inputValue()).toBe('A bad day');

  // With the result, which is not run again.
  await formOf(page).runToResult();
  const { output } = formOf(page);
  await output.getByRole('button', { name: 'Share with result' }).click();
  await notice(page).waitFor();
  const withResult = await clipboardText(context);
  await formOf(page).clear.click();
  await page.evaluate((url) => location.assign(url), withResult);
  await output.getByText(/^Result from \d+ [A-Z][a-z]+, not run again\.$/).waitFor();
  await output.getByText('NEGATIVE', { exact: true }).waitFor();
  expect(await input(page).inputValue()).toBe('A bad day');
  expect(sentBodies(app)).toHaveLength(1);
});

test('the link of a run makes the same request', async () => {
  const app = await openApp();
  const { page, context } = app;
  const { sandbox } = app;
  // Images are chosen again unless they are small.
  for (const task of ['table-question-answering', 'image-segmentation'] as const) {
    await goToForm(app, task, await findDefaultModel(connectionTo(sandbox), task));
    await fillExample(page);
    const before = sentBodies(app).length;
    await formOf(page).runToResult();
    const link = await copyLink(page, context);
    const shown = await notice(page).innerText();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await formOf(page).clear.click();
    await page.evaluate((url) => location.assign(url), link);
    await expect.poll(() => page.url()).not.toContain('?run=');
    if (shown.includes('without files')) await page.getByText('These inputs are not included').waitFor();
    else {
      await formOf(page).runToResult();
      const [first, second] = sentBodies(app).slice(before);
      expect(second, task).toBe(first);
    }
  }
});

test('a link opens after signing in', async () => {
  const path = await pathOfLink({ task: TASK, model: MODEL, inputs: { text: 'A good day' } });
  const { page, url, box } = await openSignedOut({ path });
  await box.fill('hf_from_a_link');
  await box.press('Enter');
  await expect.poll(() => input(page).inputValue()).toBe('A good day');
  expect(page.url()).toBe(`${url}#/${TASK}/${MODEL}`);
});

test('nothing is sent to the endpoint of a link before it is confirmed', async () => {
  const { inferenceUrl } = await sharedSandbox();
  const endpointUrl = `${inferenceUrl}/hf-inference/models/${MODEL}`;
  const path = await pathOfLink({ task: TASK, endpointUrl, inputs: { text: 'A good day' } });
  const { page } = await openApp({ path });
  const form = formOf(page);
  const { host } = new URL(endpointUrl);
  await form.inputs.getByText(`sends these inputs to ${host}. Confirm this endpoint to run.`).waitFor();
  expect(await form.run.getAttribute('aria-disabled')).toBe('true');
  await form.button('Use this endpoint').click();
  await form.runToResult();
  await form.output.getByText('POSITIVE').waitFor();
});

test('X17: the organization of a link is not billed before it is confirmed or another is chosen', async () => {
  const run = { task: TASK, model: MODEL, billTo: 'evil-corp', inputs: { text: 'A good day' } } as const;
  const app = await openApp({ path: await pathOfLink(run) });
  const { page, url } = app;
  const form = formOf(page);
  const billed = () =>
    app.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['x-hf-bill-to']);
  const question = form.inputs.getByText('The link or file bills runs to evil-corp.');
  await question.waitFor();
  await input(page).press('Control+Enter');
  expect(await form.run.getAttribute('aria-disabled')).toBe('true');
  // A reload does not confirm it.
  await input(page).fill('A bad day');
  await expect.poll(async () => (await savedForm(page)).forms).toContain('A bad day');
  await page.reload();
  await expect.poll(() => input(page).inputValue()).toBe('A bad day');
  await form.runToResult();
  expect(billed()).toEqual([undefined]);
  await page.goto(`${url}${await pathOfLink(run)}`);
  await form.button('Bill evil-corp').click();
  await form.runToResult();
  expect(billed()).toEqual([undefined, 'evil-corp']);
});

test('a broken link is reported until another one is opened, while a confirmation disappears by itself', async () => {
  const app = await openApp({
    path: `#//${TASK}//${MODEL}?run=abc`,
    ownProfile: true,
    before: ({ page }) => page.clock.install(),
  });
  const { page } = app;
  const error = page.getByText('The link is incomplete. Copy the complete link and open it again.');
  await error.waitFor();
  await expect.poll(() => page.url()).toBe(`${app.url}#/${TASK}/${MODEL}`);
  await page.clock.fastForward('01:00');
  expect(await error.isVisible()).toBe(true);
  await goTo(app, (await pathOfLink({ task: TASK, model: MODEL, inputs: { text: 'Good' } })).slice(1));
  await expect.poll(() => input(page).inputValue()).toBe('Good');
  expect(await error.count()).toBe(0);
  await formOf(page).output.getByRole('button', { name: 'Copy link' }).click();
  await notice(page).waitFor();
  await page.clock.fastForward('01:00');
  await notice(page).waitFor({ state: 'hidden' });
});

test('X14: a link with a hostile result or many values does no harm', { tags: ['nightly'] }, async () => {
  const app = await openApp();
  const { page } = app;
  const { output } = formOf(page);
  const markup = '<img src=x onerror=alert(1)>';
  for (const [name, result] of Object.entries({
    markup: { value: [{ label: markup, score: 1 }] },
    'too long': { value: [{ label: 'x'.repeat(7000), score: 1 }] },
    'of another task': { value: { generated_text: 'no' } },
    image: { media: [{ file: 'a.png', type: 'image/png', bytes: 1, sha256: '0'.repeat(64) }] },
    failed: { status: 'failed', error: { name: 'Error', message: 'Pay at evil.test' } },
  })) {
    const run = {
      tryout: 1,
      id: '01M82A1K5N4CF9J815YY9V73F7',
      task: TASK,
      model: MODEL,
      inputs: { text: `A good day, ${name}` },
      result: { status: 'done', seconds: 1, startedAt: '2020-05-12T10:00:00.000Z', ...result },
    };
    const packed = deflateRawSync(JSON.stringify(run)).toString('base64url');
    await goTo(app, `/${TASK}/${MODEL}?run=${packed}`);
    await expect.poll(() => input(page).inputValue()).toBe(`A good day, ${name}`);
    if (name === 'markup') {
      await output.getByText(markup, { exact: true }).waitFor();
      await output.getByText('Result from 12 May 2020, not run again.').waitFor();
    } else await output.getByText('Labels with scores appear here.').waitFor();
    expect(await page.getByText('evil.test').count()).toBe(0);
  }
  const values = `[${'{},'.repeat(5_000_000)}{}]`;
  const run = `{"tryout":1,"id":"01M82A1K5N4CF9J815YY9V73F7","task":"${TASK}","inputs":{},"parameters":{"x":${values}}}`;
  await goTo(app, `/${TASK}/${MODEL}?run=${deflateRawSync(run).toString('base64url')}`);
  await page.getByText('The link contains too many values').waitFor();
  await input(page).fill('Still there');
});

test('an empty form opens with the last run of another tab, unless the user signed out', async () => {
  const app = await openApp({ path: `#/${TASK}/${MODEL}` });
  const { page, context, url } = app;
  await input(page).fill('A good day');
  await formOf(page).runToResult();
  const other = await context.newPage();
  await other.goto(`${url}#/${TASK}/${MODEL}`);
  await formOf(other).output.getByText('From your last run, just now.').waitFor();
  expect(await input(other).inputValue()).toBe('A good day');
  await formOf(other).output.getByText('POSITIVE', { exact: true }).waitFor();
  expect(sentBodies(app)).toHaveLength(1);
  await other.getByRole('button', { name: 'guest' }).click();
  await other.getByRole('link', { name: 'Sign Out' }).click();
  await question(other).getByRole('button', { name: 'Keep' }).click();
  await other.getByRole('button', { name: 'Continue as guest' }).click();
  await other.goto(`${url}#/${TASK}/${MODEL}`);
  await formOf(other).output.getByText('Labels with scores appear here.').waitFor();
});
