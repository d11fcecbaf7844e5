import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { answerJson, serve } from '../../../support/loopback.ts';
import { formOf } from './form.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';
const CHAT = 'text-generation/sandbox/plain-assistant';

async function openOptions(path: string, options: AppOptions = {}) {
  const app = await openApp({ path: `#/${path}`, ...options });
  const form = formOf(app.page);
  await app.page.getByLabel(/^(?:Input|Message)$/).fill('This is good.');
  await form.openOptions();
  const options_ = app.page.getByRole('button', { name: /^Options/ });
  const lastRun = () => app.requests.filter(({ method }) => method === 'POST').at(-1)!;
  const lastBody = () =>
    JSON.parse(Buffer.from(lastRun().body).toString()) as { parameters?: object } & Record<string, unknown>;
  return { ...app, ...form, options: options_, lastRun, lastBody };
}

test('C2, C3: a chat shows the default of max_tokens and accepts its alias', async () => {
  const { page, runToResult, lastBody } = await openOptions(CHAT);
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByText(/an integer, at least 0, default 500/).waitFor();
  await expect.poll(() => page.getByLabel('max_new_tokens', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: /^More parameters/ }).click();
  const another = page.getByLabel('Custom parameter');
  await another.fill('max_new_tokens=7');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('max_tokens', { exact: true }).inputValue()).toBe('7');
  await another.fill('temprature=1');
  await page.keyboard.press('Enter');
  await page.getByText('Unknown parameter temprature, sent as is. Did you mean temperature?').waitFor();
  await runToResult();
  await expect.poll(() => lastBody()).toMatchObject({ max_tokens: 7, temprature: 1 });
});

test('W8, W26: parameters open with one click, the most used first, with a reset and sliders, which show no value before it is set', async () => {
  const app = await openApp({ path: `#/${CHAT}` });
  const { page } = app;
  await page.getByRole('button', { name: /^Parameters/ }).click();
  const slider = page.getByRole('slider', { name: 'temperature, slider' });
  await page.getByLabel('temperature', { exact: true }).waitFor();
  expect(await slider.count()).toBe(0);
  expect(await page.getByLabel('temperature', { exact: true }).getAttribute('placeholder')).toContain(
    'default',
  );
  const names = await page
    .getByRole('textbox')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) =>
        [...((input as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
      ),
    );
  expect(names.filter((name) => /^[a-z_]+$/.test(name ?? ''))).toEqual([
    'max_tokens',
    'temperature',
    'top_p',
    'seed',
  ]);
  const temperature = page.getByLabel('temperature', { exact: true });
  await page.locator('[aria-label="temperature, slider"]').click({ position: { x: 4, y: 8 } });
  await expect.poll(() => temperature.inputValue()).toMatch(/^0/);
  await temperature.fill('0.2');
  await slider.press('ArrowRight');
  await expect.poll(() => slider.inputValue()).toBe('0.3');
  await expectNoViolations(page);
  await takeScreenshot(page, 'options/chat-parameters');
  await page.getByRole('button', { name: 'Reset temperature' }).click();
  await expect.poll(() => temperature.inputValue()).toBe('');
  expect(await slider.count()).toBe(0);

  // The others are one more click away.
  await page.getByRole('button', { name: /^More parameters/ }).click();
  await page.getByLabel('stop', { exact: true }).fill('END');
  await page.getByRole('button', { name: /^Parameters\s*stop END/ }).waitFor();
  expect(await page.getByLabel('logit_bias').count()).toBe(0);
  await page.getByRole('button', { name: 'Reset parameters' }).click();
  await page.getByRole('button', { name: /^Parameters\s*default/ }).waitFor();
  await expect.poll(() => page.getByLabel('stop', { exact: true }).inputValue()).toBe('');
});

test('provider, price, billing account and streaming can be selected', async () => {
  const { page, options, lastRun, lastBody, runToResult, output } = await openOptions(CHAT);
  const groq = page.getByRole('radio', { name: /groq/ });
  await page.getByText(/\$[\d.]+ in, \$[\d.]+ out per 1M tokens/).waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'options/providers');
  await groq.check();
  await page.getByLabel('Billed to').selectOption({ index: 1 });
  const payer = await page.getByLabel('Billed to').inputValue();
  await expect.poll(() => options.innerText()).toContain(`Provider: groq · Billed to ${payer}`);
  await runToResult();
  await expect.poll(() => lastRun().headers['x-hf-bill-to']).toBe(payer);
  await expect.poll(() => lastBody()['model']).toMatch(/:groq$|^tryout\//);
  await output
    .getByText(/^groq ·/)
    .first()
    .waitFor();
  await page.getByRole('radio', { name: /^auto/ }).check();
  await page.getByLabel('Billed to').selectOption('');
  await expect.poll(() => options.innerText()).not.toContain('Billed');

  await page.getByRole('switch', { name: /^Stream/ }).uncheck();
  await expect.poll(() => options.innerText()).toContain('Streaming off');
  // A chat empties its field for the next message.
  await page.getByLabel('Message', { exact: true }).fill('This is good.');
  await runToResult();
  await expect.poll(() => lastBody()['stream']).not.toBe(true);
});

test('F12: a foreign endpoint gets the input but no token', async () => {
  const endpoint = await serve(answerJson([{ label: 'elsewhere', score: 0.5 }]));
  const { page, requests, runToResult, output } = await openOptions(SENTIMENT);
  await page.getByRole('radio', { name: /^Endpoint URL/ }).check();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  await address.fill('nowhere');
  await page.getByText("'nowhere' is not a valid URL. Use a URL that starts with https://.").waitFor();
  await address.fill(`${endpoint.url}/run`);
  const withheld = `Your token is not sent to ${new URL(endpoint.url).host}; tryout run --send-token sends it.`;
  await page.getByText(withheld).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'options/endpoint');
  await runToResult();
  await expect.poll(() => output.getByText('elsewhere', { exact: true }).count()).toBe(1);
  await expect.poll(() => output.getByText(withheld).count()).toBe(1);
  const { headers, url, body } = await endpoint.first();
  expect(url).toBe('/run');
  expect(headers.authorization).toBeUndefined();
  expect(JSON.parse(body.toString())).toEqual({ inputs: 'This is good.' });
  await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('S11: caching and loading are options that the request and the code have', async () => {
  const { page, requests } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await page.getByLabel('Input', { exact: true }).fill('This is good.');
  await page.getByRole('button', { name: /^Options/ }).click();
  const group = page.getByRole('group', { name: 'Caching and loading' });
  for (const name of ['Ignore cached answers', 'Wait until the model is loaded', 'Do not load the model'])
    await group.getByRole('switch', { name }).check();
  await group.getByRole('switch', { name: 'Wait until the model is loaded' }).uncheck();
  await expectNoViolations(page);
  await takeScreenshot(page, 'options/caching');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByText('Provider: auto').first().waitFor();
  await page.getByText('Do not load the model').first().waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('POSITIVE', { exact: true }).waitFor();
  const { headers } = requests.find(({ method }) => method === 'POST')!;
  expect(headers).toMatchObject({ 'x-use-cache': 'false', 'x-load-model': '0' });
  expect(headers).not.toHaveProperty('x-wait-for-model');
});
