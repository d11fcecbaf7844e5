import { test } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { formOf } from './form.ts';

const sandbox = await recordingSandbox();

test('parameters, the provider and code are a key away, and the text is there on the way back', async () => {
  const form = await formOf(sandbox, 'summarization', 'sandbox/lead-summary');
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

test('what goes along with the inputs is said below them', async () => {
  const form = await formOf(sandbox, 'summarization', 'sandbox/lead-summary');
  await form.until(/Parameters: default · Provider: auto/);
  form.press('ctrl+t');
  await form.until(/❯ .*auto[\s\S]*hf-inference/);
  form.type('hf-inf');
  await form.until(/❯ hf-inference/);
  form.press('enter');
  await form.until(/Parameters: default · Provider: hf-inference/);
});

test('F1 tells the keys of the form and of its texts; a question mark is typed', async () => {
  const form = await formOf(sandbox, 'summarization', 'sandbox/lead-summary');
  form.type('Why?');
  await form.until(/❯ Why\?/);
  form.press('f1');
  await form.until(/Ctrl-X +Fill in the next example[\s\S]*In a text box/);
  form.press('escape');
  await form.until(/❯ Why\?/);
});
