import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pasteText } from '../../support/browser/data-transfer.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { run } from '../../support/browser/steps.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerBody, answerJson } from '../../support/loopback.ts';

/** Text direction overrides and terminal controls. */
const HIDDEN = '\u202e\u001b[31m';
const SEEN = '<U+202E><U+001B>[31m';

// oxlint-disable-next-line no-control-regex -- matches control characters
const UNSEEN = /[\u202e\u001b]/;

/** A hub with hostile text in every field; its models respond with errors. */
function hostileHub() {
  const providers = ['hf-inference', `evil${HIDDEN}`];
  const fields = { providers, lastModified: HIDDEN, gated: HIDDEN, widgetData: [{ text: 'A text' }] };
  return fakeHub({
    whoami: { name: `me${HIDDEN}\u3164`, orgs: [] },
    models: [hubModel('a/b', fields), hubModel('org/a\u00ad\u3164\ufe0fb')],
    tasks: {},
    inference: answerJson({ error: `Broken ${HIDDEN}` }, 400),
  });
}

test('F28, X9: hidden characters in provider names, accounts, errors and model IDs are visible', async () => {
  const { url } = await hostileHub();
  const { page, errorLog } = await openApp({
    path: '#/text-classification/a/b',
    config: { hubUrl: url, inferenceUrl: `${url}/inference` },
  });
  errorLog.expect(/^failed request: POST \S+: 400$/);
  await page.getByRole('button', { name: /^Model details/ }).click();
  await page.getByText(`evil${SEEN}`).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `me${SEEN}<U+3164>` }).waitFor();
  await page.getByLabel('Input', { exact: true }).fill('A text');
  await run(page);
  await page.getByRole('alert').getByText(`Broken ${SEEN}`).waitFor();
  await page.getByRole('button', { name: 'Models', exact: true }).click();
  await page.getByRole('option', { name: /^org\/ ?a<U\+00AD><U\+3164><U\+FE0F>b/ }).waitFor();
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(UNSEEN);
});

test(
  'X2: a small response that expands to millions of objects is an error',
  { tags: ['nightly'] },
  async () => {
    const body = gzipSync(`[${'{},'.repeat(20_900_000)}{}]`);
    const { url } = await fakeHub({
      models: [hubModel('a/b')],
      inference: answerBody(body, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
    });
    const { page } = await openApp({
      path: '#/text-classification/a/b',
      config: { hubUrl: url, inferenceUrl: url },
    });
    await page.getByLabel('Input', { exact: true }).fill('A text');
    await run(page);
    await page.getByRole('alert').getByText('contains too many values').waitFor();
  },
);

test('a parameter can be named like an object property, and an endpoint that the page cannot call is reported while typing', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByLabel('Custom parameter').fill('toString=1');
  await page.keyboard.press('Enter');
  const box = page.getByLabel('toString', { exact: true });
  await expect.poll(() => box.inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Remove toString' }).click();
  await expect.poll(() => box.count()).toBe(0);

  await page.getByText('your own server').click();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  for (const near of ['https://endpoint.test/', 'http://localhost:8080', 'http://127.0.0.1:8080/x']) {
    await address.fill(near);
    await expect.poll(() => address.getAttribute('aria-invalid'), { message: near }).toBe('false');
  }
  await address.fill('http://192.168.1.7:8080/');
  await page.getByText('This page can use http:// only for this machine').waitFor();
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
});

test('pasting many lines into a list keeps the page responsive and sends all of them', async () => {
  const { page, requests } = await openApp({ path: '#/sentence-similarity/sandbox/word-cosine' });
  const entry = page.getByLabel('Input - Sentence #1', { exact: true });
  await page.getByLabel('Input - Source Sentence').fill('Line 1');
  await entry.focus();
  const lines = Array.from({ length: 500 }, (_, index) => `Line ${index}`);
  await pasteText(entry, lines.join('\n'));
  await page.getByText('300 more entries are hidden, but will be sent.').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: /^Input - Sentence #/ }).count()).toBe(200);
  await run(page);
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(Buffer.from(body).toString()).inputs.sentences).toHaveLength(500);
});
