import {
  createBudget,
  fileFromBlob,
  fileIn,
  getCostBound,
  type InferenceRequest,
  type JsonTemplate,
  type Rates,
  type RequestBody,
} from '@tryout/engine';
import { expect, test } from 'vitest';

const image = fileFromBlob(new Blob([new Uint8Array(9)], { type: 'image/png' }), 'a.png');
const sound = fileFromBlob(new Blob([new Uint8Array(50_000)], { type: 'audio/wav' }), 'a.wav');
const bytes = (json: JsonTemplate) => new TextEncoder().encode(JSON.stringify(json)).length;
const body = (json: JsonTemplate): RequestBody => ({ kind: 'json', json });
const url = (address: string, kind = 'image_url') => ({ type: kind, [kind]: { url: address } });
const message = (...content: JsonTemplate[]) => ({ messages: [{ role: 'user', content }], max_tokens: 7 });

/** Each token of the input costs $1, and each of the output $1,000,000. */
const rates: Rates = new Map([['groq', { input: 1e6, output: 1e12 }]]);
const toTokens = (bound: number | undefined) =>
  bound === undefined ? undefined : [bound % 1e6, Math.floor(bound / 1e6)];

test.each<[name: string, json: JsonTemplate, output: number]>([
  ['text', { messages: 'é', max_tokens: 5 }, 5],
  ['two limits', { max_tokens: 5, max_completion_tokens: 9 }, 9],
  ['a larger nested limit', { max_tokens: 5, options: [{ maxNewTokens: 6 }] }, 6],
  ['answers', { max_tokens: 5, n: 2, best_of: 3 }, 30],
  ['answers by other names', { max_tokens: 5, candidate_count: 2, n_samples: 3, numCandidates: 2 }, 60],
  ['the names of a schema', { max_tokens: 5, tools: [{ properties: { n: 'x' } }] }, 5],
])('X31: the bound counts %s', (_name, json, output) => {
  expect(toTokens(getCostBound(body(json), rates))).toEqual([bytes(json), output]);
});

test('X31: the bound counts media, sent or linked', () => {
  const media = (part: JsonTemplate) => toTokens(getCostBound(body(message(part)), rates))![0]!;
  const link = 'https://example.com/a.png';
  expect(media(url(link)) - bytes(message(url(link)))).toBe(16_384);
  expect(media(url(JSON.stringify(url(link)))) - bytes(message(url(JSON.stringify(url(link)))))).toBe(0);
  const sent = (file: typeof image) => media({ type: 'image_url', image_url: { url: fileIn(file) } });
  expect(sent(image)).toBeGreaterThan(16_384);
  expect(sent(image)).toBeLessThan(16_500);
  expect(sent(sound)).toBeGreaterThan(50_000);
});

test.each<[name: string, json: JsonTemplate]>([
  ['no limit of its output', { messages: 'x' }],
  ['a nested limit only', { options: { max_tokens: 5 } }],
  ['an odd limit', { max_tokens: '5' }],
  ['a linked video', message(url('https://example.com/a.mp4', 'video_url'))],
])('X31: a body with %s has no bound', (_name, json) => {
  expect(getCostBound(body(json), rates)).toBeUndefined();
});

test('X31: a price that is unknown, or none, has no bound', () => {
  const five = body({ max_tokens: 5 });
  expect(getCostBound(five, new Map())).toBeUndefined();
  expect(getCostBound(five, new Map([...rates, ['other', undefined]]))).toBeUndefined();
  const compute: Rates = new Map([['hf-inference', { second: 0.5 }]]);
  expect(getCostBound(undefined, compute, 60)).toBe(30);
  expect(getCostBound(five, new Map([...rates, ...compute]))).toBe(getCostBound(five, rates));
});

test('X31: requests that wait for the cost of others are not sent after the end', async () => {
  const wire = { body: body({ messages: 'x', max_tokens: 1 }) };
  const request = { wire, run: { route: { model: 'org/chat' } } } as unknown as InferenceRequest;
  const budget = createBudget({ limit: 1.5 * getCostBound(wire.body, rates)!, waits: true });
  const first = await budget.reserve(request, rates);
  const waiting = [1, 2, 3].map(() => budget.reserve(request, rates).then(() => 'sent', String));
  budget.close();
  first.settle(0);
  expect(await Promise.all(waiting)).toEqual(Array(3).fill('InputError: No more requests are sent'));
  await expect(budget.reserve(request, rates)).rejects.toThrow('No more requests');
});
