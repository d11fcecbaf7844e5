import { test } from 'vitest';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { openForm } from './form.ts';

const sandbox = await recordingSandbox();

test('opens parameters, provider and code with one key and keeps the text', async () => {
  const form = await openForm(sandbox, 'summarization', 'sandbox/lead-summary');
  form.type('One sentence. Another one.');
  await form.until(/\[ Run \] Enter/);
  for (const [key, crumb] of [
    ['ctrl+p', 'parameters'],
    ['ctrl+t', 'provider'],
    ['ctrl+g', 'code'],
  ] as const) {
    form.press(key);
    await form.until(new RegExp(`› ${crumb}`));
    form.press('escape');
    await form.until(/❯ One sentence\. Another one\./);
  }
});

test('shows the parameters and the provider below the inputs', async () => {
  const form = await openForm(sandbox, 'summarization', 'sandbox/lead-summary');
  await form.until(/Parameters: default · Provider: auto/);
  form.press('ctrl+t');
  await form.until(/❯ .*auto[\s\S]*hf-inference/);
  form.type('hf-inf');
  await form.until(/❯ hf-inference/);
  form.press('enter');
  await form.until(/Parameters: default · Provider: hf-inference/);
});

test('F1 shows the keys of the form and of text boxes; a question mark is typed', async () => {
  const form = await openForm(sandbox, 'summarization', 'sandbox/lead-summary');
  form.type('Why?');
  await form.until(/❯ Why\?/);
  form.press('f1');
  await form.until(/Ctrl-X +Fill in the next example[\s\S]*Text boxes/);
  form.press('escape');
  await form.until(/❯ Why\?/);
});
