import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const notice = join(import.meta.dirname, '../../../examples/notice.png');
const tryout = (...words: readonly string[]) => cli([...words, ...at(sandbox)], { environment });

test('T2: ocr reads the text of an image, which another command translates', async () => {
  const read = await tryout('run', 'ocr', notice);
  expect(read).toMatchObject({ code: 0, stderr: '' });
  expect(read.stdout).toMatch(/\w+ \w+/);
  expect(read.stdout).not.toContain('rectangle');
  const translated = await cli(['run', 'translate', ...at(sandbox)], { environment, input: read.stdout });
  expect(translated).toMatchObject({ code: 0 });
  expect(translated.stdout).not.toBe(read.stdout);
});

test.each([
  ['ocr', 'sandbox/page-ocr'],
  ['OCR', 'sandbox/page-ocr'],
  ['captioning', 'sandbox/shape-captioner'],
  ['image captioning', 'sandbox/shape-captioner'],
])('T2: the default model for %s is %s', async (task, model) => {
  expect((await tryout('snippet', task, '--lang', 'curl')).stdout).toContain(model);
});

test('T2: an alias that only renames its task has the default model of the task', async () => {
  const models = ['a/first', 'a/classify'].map((id) => ({
    id,
    pipeline_tag: 'text-classification',
    inferenceProviderMapping: [
      { provider: 'hf-inference', providerId: id, status: 'live', task: 'text-classification' },
    ],
  }));
  const described = [
    { id: 'a/first' },
    { id: 'a/classify', description: 'Classifies a topic or an intent.' },
  ];
  const hub = await fakeHub({ models, tasks: { 'text-classification': { models: described } } });
  const names: string[] = [];
  for (const task of ['text-classification', 'classify', 'sentiment', 'topic']) {
    const { stdout } = await cli(['snippet', task, 'x', '--lang', 'curl', ...at(hub)], { environment });
    names.push(/a\/\w+/.exec(stdout)?.[0] ?? stdout);
  }
  expect(names).toEqual(['a/first', 'a/first', 'a/first', 'a/classify']);
});
