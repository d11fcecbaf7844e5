import type { ModelDefinition } from '@tryout/sandbox';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { sandboxFor, post, token } from '../support.ts';

const card = '# A model of the tests\n';

const lengths: ModelDefinition<'text-classification'> = {
  id: 'test/lengths',
  task: 'text-classification',
  card,
  examples: [{ text: 'abc' }],
  answer: (text) => [
    { label: 'SHORT', score: 1 / text.length },
    { label: 'LONG', score: 1 - 1 / text.length },
  ],
};

const vector: ModelDefinition<'feature-extraction'> = {
  id: 'test/vowels',
  task: 'feature-extraction',
  card,
  examples: [{ text: 'aeiou' }],
  answer: (text) => [...'aeiou'].map((vowel) => text.split(vowel).length - 1),
};

const sizes: ModelDefinition<'image-classification'> = {
  id: 'test/sizes',
  task: 'image-classification',
  card,
  examples: [{ src: 'shapes.png' }],
  answer: ({ width, height }) => [
    { label: `height ${height}`, score: 0.25 },
    { label: `width ${width}`, score: 0.75 },
  ],
};

const rows: ModelDefinition<'tabular-regression'> = {
  id: 'test/rows',
  task: 'tabular-regression',
  card,
  examples: [{ structured_data: { a: ['1'] } }],
  answer: ({ a = [] }) => a.map(Number),
};

const labeled: ModelDefinition<'zero-shot-classification'> = {
  id: 'test/labeled',
  task: 'zero-shot-classification',
  card,
  examples: [{ text: 'a', candidate_labels: 'a, b' }],
  answer: ({ text, candidateLabels }) => ({
    sequence: text,
    labels: candidateLabels,
    scores: candidateLabels.map((label) => Number(label === text)),
  }),
};

const models = [lengths, vector, sizes, rows, labeled];

/** A white 2 by 1 PNG. */
const png = await sharp({ create: { width: 2, height: 1, channels: 3, background: 'white' } })
  .png()
  .toBuffer();

const { inferenceUrl } = await recordingSandbox({ models, bodyLimit: 10_000 });

async function run(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await post(`${inferenceUrl}/${path}`, body, headers);
  return { status: response.status, headers: response.headers, json: (await response.json()) as unknown };
}

it.each([
  'hf-inference/models/test/lengths',
  'hf-inference/models/test%2Flengths',
  'hf-inference/models/test/lengths/pipeline/text-classification',
  'hf-inference/pipeline/text-classification/test/lengths',
  'models/test/lengths',
  'pipeline/text-classification/test/lengths',
])('runs a model at %s', async (path) => {
  expect((await run(path, { inputs: 'abcd' })).json).toEqual([
    [
      { label: 'LONG', score: 0.75 },
      { label: 'SHORT', score: 0.25 },
    ],
  ]);
});

it('accepts a list of strings', async () => {
  const { json } = await run('models/test/lengths', { inputs: ['abcd', 'ab'] });
  expect((json as unknown[][]).map((answer) => answer.length)).toEqual([2, 2]);
  const vectors = await run('models/test/vowels', { inputs: ['aa', 'u'] });
  expect(vectors.json).toEqual([
    [2, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
  ]);
});

it('returns the number of labels in top_k', async () => {
  const { json } = await run('models/test/lengths', { inputs: 'abcd', parameters: { top_k: 1 } });
  expect(json).toEqual([[{ label: 'LONG', score: 0.75 }]]);
});

it.each([
  ['bare', png, {}],
  ['bare with its type', png, { 'Content-Type': 'image/png' }],
  ['in base64', { inputs: png.toString('base64') }, {}],
  ['in a data URL', { inputs: `data:image/png;base64,${png.toString('base64')}` }, {}],
])('accepts an image %s', async (_form, body, headers) => {
  const { json } = await run('models/test/sizes', body, headers as Record<string, string>);
  expect(json).toEqual([
    { label: 'width 2', score: 0.75 },
    { label: 'height 1', score: 0.25 },
  ]);
});

it('accepts numbers in tables and comma-separated labels', async () => {
  expect((await run('models/test/rows', { inputs: { data: { a: [1, '2.5'] } } })).json).toEqual([1, 2.5]);
  const labels = { inputs: ['b'], parameters: { candidate_labels: 'a, b' } };
  expect((await run('models/test/labeled', labels)).json).toEqual([
    { label: 'a', score: 0 },
    { label: 'b', score: 1 },
  ]);
});

it.each([
  ['lengths', {}, 'The field `inputs` is missing.'],
  ['lengths', [], 'The body must be a JSON object.'],
  ['lengths', { inputs: 5 }, '`inputs` must be a string.'],
  ['lengths', { inputs: ' ' }, '`inputs` must not be empty.'],
  ['lengths', { inputs: [] }, '`inputs` must have 1 to 128 entries; there are 0.'],
  ['lengths', { inputs: 'a', parameters: 3 }, 'The field `parameters` must be an object.'],
  [
    'lengths',
    { inputs: 'a', parameters: { top_k: 0 } },
    '`parameters.top_k` must be an integer of at least 1.',
  ],
  ['sizes', { inputs: 'not base64!' }, '`inputs` must be a file in base64.'],
  ['sizes', { inputs: 'https://a.test/cat.png' }, '`inputs` must be a file in base64.'],
  ['rows', { inputs: {} }, '`inputs.data` must be an object.'],
  ['rows', { inputs: { data: {} } }, '`inputs.data` has no columns.'],
  ['rows', { inputs: { data: { a: [true] } } }, '`inputs.data.a` must be a list of strings and numbers.'],
  [
    'rows',
    { inputs: { data: { a: ['1'], b: [] } } },
    '`inputs.data.b` has 0 cells, but the first column has 1.',
  ],
  ['labeled', { inputs: 'a' }, '`parameters.candidate_labels` must be a list of 1 to 1000 strings.'],
])('reports an invalid request: %s %j', async (name, body, error) => {
  expect(await run(`models/test/${name}`, body)).toMatchObject({ status: 400, json: { error } });
});

it.each([
  ['models/test/nothing', 404, 'Model test/nothing does not exist'],
  ['models/gpt2', 404, 'Model gpt2 does not exist'],
  ['models/__proto__', 404, 'Model __proto__ does not exist'],
  ['models/sandbox/unserved-question-mark', 400, 'Model not supported by provider hf-inference'],
  [
    'pipeline/translation/test/lengths',
    400,
    'Model test/lengths does not support translation; its task is text-classification.',
  ],
])('rejects %s', async (path, status, error) => {
  expect(await run(path, { inputs: 'a' })).toMatchObject({ status, json: { error } });
});

it('returns 400 for invalid JSON and invalid files', async () => {
  const noise = Buffer.from('{"inputs": ');
  expect(await run('models/test/lengths', noise)).toMatchObject({
    status: 400,
    json: { error: 'The body is not JSON.' },
  });
  expect((await run('models/test/sizes', Buffer.from('not a picture'))).status).toBe(400);
  expect((await run('models/test/sizes', new Uint8Array())).status).toBe(400);
});

it('returns 413 for a body over the limit with and without Content-Length', async () => {
  const large = new Uint8Array(10_001);
  const error = 'The body is larger than 10000 bytes.';
  expect(await run('models/test/sizes', large)).toMatchObject({ status: 413, json: { error } });
  const streamed = await fetch(`${inferenceUrl}/models/test/sizes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
});

it('checks the token first', async () => {
  for (const path of ['models/a/b', 'v1/chat/completions', 'groq/openai/v1/chat/completions', 'fal-ai/x']) {
    const response = await fetch(`${inferenceUrl}/${path}`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
  }
});

it('returns the provider and the billed account', async () => {
  const { headers } = await run('models/test/lengths', { inputs: 'a' }, { 'X-HF-Bill-To': 'sandbox' });
  expect(headers.get('x-inference-provider')).toBe('hf-inference');
  expect(headers.get('x-bill-to')).toBe('sandbox');
});

it('returns 500 with the reason if a model fails', async () => {
  const failing: ModelDefinition = {
    ...lengths,
    id: 'test/failing',
    answer: () => {
      throw new RangeError('off by one');
    },
  };
  const other = await sandboxFor({ models: [failing] });
  const response = await post(`${other.inferenceUrl}/models/test/failing`, { inputs: 'a' });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: 'The sandbox failed: off by one' });
});
