import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { formOf } from './form.ts';

/** Switches between failing models, keeping the input. */
async function openFailing() {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { page } = app;
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('This is good.');
  const form = formOf(page);
  async function runAt(model: string): Promise<string> {
    await page.evaluate((hash) => (location.hash = hash), `#/text-classification/trouble/${model}`);
    await page.getByRole('heading', { name: `trouble/${model}`, exact: true }).waitFor();
    await expect.poll(() => input.inputValue()).toBe('This is good.');
    await form.run.click();
    await form.output.getByRole('alert').waitFor();
    await form.output.getByRole('heading', { name: 'Error' }).waitFor();
    await expect.poll(() => form.output.getByRole('button', { name: 'Run again' }).isEnabled()).toBe(true);
    return form.output.getByRole('alert').innerText();
  }
  return { ...app, ...form, runAt };
}

/** The model, its HTTP status and the texts in the output. */
const failures = [
  ['loads-forever', 503, 'is currently loading', 'try again'],
  ['rate-limited', 429, 'Too many requests', 'Try again in 1 s.'],
  ['payment-required', 402, 'You have exceeded your monthly included credits', '/settings/billing'],
  ['gated', 403, '', 'Request access at '],
  ['server-error', 500, 'CUDA out of memory.', 'try another input or model'],
  ['echoes-token', 400, 'hf_***', ''],
] as const;

test('W11: each failure shows the reason and next step, with a link, and can be retried', async () => {
  const { page, errorLog, output, runAt } = await openFailing();
  for (const [model, status, message, hint] of failures) {
    errorLog.expect(new RegExp(`^failed request: POST \\S+/${model}: ${status}$`));
    const text = await runAt(model);
    expect(text, model).toContain(message);
    expect(text, model).toContain(hint);
    expect(text, model).toContain(`status ${status}`);
    // F9
    expect(text, model).not.toContain('hf_sandbox');
    await takeScreenshot(page, `failures/${model}`);
    if (model !== 'gated') continue;
    const link = output.getByRole('alert').getByRole('link');
    await expect.poll(() => link.getAttribute('href')).toMatch(/^http:\S+\/trouble\/gated$/);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  }
  await expectNoViolationsIn(page, twoAppearances);
});

test('F39: an answer with an unexpected shape is an error, and what arrived can be copied', async () => {
  const { page, output, runAt } = await openFailing();
  for (const model of ['wrong-shape', 'html', 'empty', 'null']) {
    await expect.poll(() => runAt(model), { message: model }).not.toBe('');
    await expect
      .poll(() => output.getByRole('button', { name: 'Copy', exact: true }).isDisabled(), { message: model })
      .toBe(model !== 'wrong-shape');
    await takeScreenshot(page, `failures/${model}`);
  }
});
