import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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
    whoami: {
      name: `me${HIDDEN}\u3164`,
      fullname: `<b>Some One</b> ${'very-long-'.repeat(20)}`,
      orgs: [{ name: '<script>alert(1)</script>', canPay: true }],
    },
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
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: `me${SEEN}<U+3164>` }).click();
  await page.getByText(/^<b>Some One<\/b> very-long/).waitFor();
  await page.getByText('<script>alert(1)</script>', { exact: true }).waitFor();
  const [content, width] = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: width } = document.documentElement;
    return [content, width];
  });
  expect(content).toBe(width);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
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
