import { createBudget, fileFromBlob, fileIn, type InferenceRequest } from '@tryout/engine';
import { expect, test } from 'vitest';

type RequestBody = InferenceRequest['wire']['body'];
type JsonTemplate = Extract<RequestBody, { kind: 'json' }>['json'];
type Budget = ReturnType<typeof createBudget>;
type Rates = Parameters<Budget['reserve']>[1];

const image = fileFromBlob(new Blob([new Uint8Array(9)], { type: 'image/png' }), 'a.png');
const sound = fileFromBlob(new Blob([new Uint8Array(50_000)], { type: 'audio/wav' }), 'a.wav');
const bytes = (json: JsonTemplate) => new TextEncoder().encode(JSON.stringify(json)).length;
const body = (json: JsonTemplate): RequestBody => ({ kind: 'json', json });
const url = (address: string, kind = 'image_url') => ({ type: kind, [kind]: { url: address } });
const message = (...content: JsonTemplate[]) => ({ messages: [{ role: 'user', content }], max_tokens: 7 });

/** Each token of the input costs $1, and each of the output $1,000,000. */
const rates: Rates = new Map([['groq', { input: 1e6, output: 1e12 }]]);
const requestOf = (sent: RequestBody | undefined) =>
  ({ wire: { body: sent }, run: { route: { model: 'org/chat' } } }) as unknown as InferenceRequest;

/** What a request is counted at before it is sent. */
async function boundOf(sent: RequestBody | undefined, given: Rates): Promise<number | undefined> {
  return (await createBudget({}).reserve(requestOf(sent), given)).bound;
}

const toTokens = (bound: number | undefined) =>
  bound === undefined ? undefined : [bound % 1e6, Math.floor(bound / 1e6)];

test.each<[name: string, json: JsonTemplate, output: number]>([
  ['text', { messages: 'é', max_tokens: 5 }, 5],
  ['two limits', { max_tokens: 5, max_completion_tokens: 9 }, 9],
  ['a larger nested limit', { max_tokens: 5, options: [{ maxNewTokens: 6 }] }, 6],
  ['answers', { max_tokens: 5, n: 2, best_of: 3 }, 30],
  ['answers by other names', { max_tokens: 5, candidate_count: 2, n_samples: 3, numCandidates: 2 }, 60],
  ['the names of a schema', { max_tokens: 5, tools: [{ properties: { n: 'x' } }] }, 5],
])('X31: the bound counts %s', async (_name, json, output) => {
  expect(toTokens(await boundOf(body(json), rates))).toEqual([bytes(json), output]);
});

test('X31: the bound counts media, sent or linked', async () => {
  const media = async (part: JsonTemplate) => toTokens(await boundOf(body(message(part)), rates))![0]!;
  const link = 'https://example.com/a.png';
  expect((await media(url(link))) - bytes(message(url(link)))).toBe(16_384);
  const quoted = url(JSON.stringify(url(link)));
  expect((await media(quoted)) - bytes(message(quoted))).toBe(0);
  const sent = (file: typeof image) => media({ type: 'image_url', image_url: { url: fileIn(file) } });
  expect(await sent(image)).toBeGreaterThan(16_384);
  expect(await sent(image)).toBeLessThan(16_500);
  expect(await sent(sound)).toBeGreaterThan(50_000);
});

test.each<[name: string, json: JsonTemplate]>([
  ['no limit of its output', { messages: 'x' }],
  ['a nested limit only', { options: { max_tokens: 5 } }],
  ['an odd limit', { max_tokens: '5' }],
  ['a linked video', message(url('https://example.com/a.mp4', 'video_url'))],
])('X31: a body with %s has no bound', async (_name, json) => {
  expect(await boundOf(body(json), rates)).toBeUndefined();
});

test('X31: a price that is unknown, or none, has no bound', async () => {
  const five = body({ max_tokens: 5 });
  expect(await boundOf(five, new Map())).toBeUndefined();
  expect(await boundOf(five, new Map([...rates, ['other', undefined]]))).toBeUndefined();
  const compute: Rates = new Map([['hf-inference', { second: 0.5 }]]);
  const budget = createBudget({});
  (await budget.reserve(requestOf(undefined), compute)).settle(0, 600);
  // A run may take as long as the longest one before it.
  expect((await budget.reserve(requestOf(undefined), compute)).bound).toBe(300);
  expect(await boundOf(five, new Map([...rates, ...compute]))).toBe(await boundOf(five, rates));
});

test('X31: requests that wait for the cost of others are not sent after the end', async () => {
  const request = requestOf(body({ messages: 'x', max_tokens: 1 }));
  const bound = await boundOf(request.wire.body, rates);
  const budget = createBudget({ limit: 1.5 * bound!, waits: true });
  const first = await budget.reserve(request, rates);
  const waiting = [1, 2, 3].map(() => budget.reserve(request, rates).then(() => 'sent', String));
  budget.close();
  first.settle(0);
  expect(await Promise.all(waiting)).toEqual(Array(3).fill('InputError: No more requests are sent'));
  await expect(budget.reserve(request, rates)).rejects.toThrow('No more requests');
});
