// cspell:ignore asrr zeroshot transcrib kity summ tcsh
import { expect, test } from 'vitest';
import { nameHint, similarNames } from '@tryout/engine';
import { at } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };

test.each([
  ['a command', ['rnu'], "Unknown command 'rnu'", 'run'],
  ['a command', ['mod'], "Unknown command 'mod'", 'models'],
  ['a command', ['help', 'comp'], "Unknown command 'comp'", 'compare or completion'],
  ['an action', ['history', 'exp'], "Unexpected argument 'exp'", 'export'],
  ['a task', ['run', 'text-gen', 'x'], "Unknown task 'text-gen'", 'text-generation'],
  [
    'a task',
    ['models', 'zeroshot'],
    "Unknown task 'zeroshot'",
    'zero-shot (zero-shot-classification) or zero-shot-image-classification',
  ],
  [
    'an alias',
    ['run', 'transcrib', 'x'],
    "Unknown task 'transcrib'",
    'transcribe (automatic-speech-recognition)',
  ],
  ['an alias', ['tasks', 'asrr'], "Unknown task 'asrr'", 'asr (automatic-speech-recognition)'],
  ['a task', ['tasks', 'Fill Msk'], "Unknown task 'Fill Msk'", 'fill-mask'],
  ['a setting', ['config', 'get', 'graph'], "Unknown setting 'graph'", 'graphics'],
  ["a setting's value", ['config', 'set', 'graphics', 'kity'], "Invalid value 'kity' for graphics", 'kitty'],
  ["a setting's task", ['config', 'get', 'model.summ'], "Unknown task 'summ'", 'summarization'],
  ['a shell', ['completion', 'zhs'], "Unsupported shell 'zhs'", 'zsh'],
  ['a client', ['snippet', 'llm', 'x', '--client', 'hub'], "Invalid --client 'hub'", 'huggingface_hub'],
  ['a client', ['snippet', 'llm', 'x', '--client', 'OpenAI'], "Invalid --client 'OpenAI'", 'openai'],
  ['a language', ['snippet', 'llm', 'x', '--lang', 'JS'], "Invalid --lang 'JS'", 'js'],
  ['a language', ['snippet', 'llm', 'x', '--lang', 'pyhton'], "Invalid --lang 'pyhton'", 'python'],
  [
    'a provider',
    ['run', 'fill-mask', 'x', '--provider', 'inference'],
    'inference does not run sandbox/n-gram-mask',
    'hf-inference',
  ],
  [
    'a model',
    ['run', 'fill-mask', 'x', '-m', 'sandbox/n-gram'],
    'Model sandbox/n-gram not found',
    'sandbox/n-gram-mask',
  ],
  [
    'a value',
    ['run', 'sentiment', 'x', '-p', 'function_to_apply=soft'],
    "function_to_apply cannot be 'soft'",
    'softmax',
  ],
])('T14: a shortened or misspelled name of %s suggests: %j', async (_what, words, message, suggestion) => {
  const { code, stdout, stderr } = await cliInProcess([...words, ...at(sandbox)], { environment });
  expect(code).toBeGreaterThan(0);
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: `error: ${message}\nhint: Did you mean ${suggestion}?\n`,
  });
});

test('T14: a part of a parameter suggests', async () => {
  const words = ['run', 'fill-mask', 'The [MASK]', '-p', 'top=1', '--no-history', ...at(sandbox)];
  expect((await cliInProcess(words, { environment })).stderr).toContain('Did you mean top_k?');
});

test('T14: a name like no other lists a few names at most', async () => {
  for (const words of [['run', 'zzz', 'x'], ['zzz'], ['config', 'get', 'zzz'], ['completion', 'tcsh']]) {
    const { code, stderr } = await cliInProcess(words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Un.+\nhint: (?!Did).{10,80}\n$/);
  }
  const many = Array.from({ length: 26 }, (_, index) => `provider-${index}`);
  expect(nameHint('zzz', many)).toMatch(/^Choose one of (?:provider-\d, ){7}provider-7 and 18 more\.$/);
  expect(nameHint('zzz', ['groq'])).toBe('Choose groq.');
});

test('T14: the most similar name comes first, and at most three', () => {
  const names = ['top_n_tokens', 'max_tokens', 'token', 'max_new_tokens', 'min_tokens'];
  expect(similarNames('tokens', names)).toEqual(['token', 'top_n_tokens', 'max_tokens']);
  expect(similarNames('Max-Tokens', names)[0]).toBe('max_tokens');
  expect(similarNames('t', names)).toEqual([]);
  expect(similarNames('other/llama-3', ['meta/Llama-3.1-8B', 'a/b'])).toEqual(['meta/Llama-3.1-8B']);
});
