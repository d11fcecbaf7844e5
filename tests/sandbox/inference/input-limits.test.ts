import { expect, it } from 'vitest';
import { echoChat, post, sandboxFor } from '../support.ts';

async function refusal(url: string, body: unknown): Promise<string> {
  const response = await post(url, body);
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: string }).error;
}

const long = 'word '.repeat(40_001);
const row = new Array<string>(50_001).fill('1');

it.each([
  ['trigram-embedding', { inputs: new Array<string>(129).fill('a') }, '1 to 128 entries; there are 129'],
  ['trigram-embedding', { inputs: [long] }, '`inputs` may have at most 200,000 characters.'],
  ['pig-latin', { inputs: long }, '`inputs` may have at most 200,000 characters.'],
  ['fable-markov-chain', { inputs: 'a', parameters: { max_new_tokens: 10_001 } }, 'max_new_tokens`'],
  ['table-rules', { inputs: { query: 'How many?', table: { a: row } } }, 'has too many cells'],
  [
    'word-cosine',
    { inputs: { source_sentence: 'a', sentences: new Array<string>(1001).fill('a') } },
    'a list of 1 to 1000 strings',
  ],
])('rejects too much input for %s', async (name, body, error) => {
  const { inferenceUrl } = await sandboxFor();
  expect(await refusal(`${inferenceUrl}/models/sandbox/${name}`, body)).toContain(error);
});

it('rejects an answer that exceeds the maximum string length', async () => {
  const endless = { ...echoChat, answer: (text: string) => ({ generated_text: text.repeat(2 ** 30) }) };
  const { inferenceUrl } = await sandboxFor({ models: [endless] });
  const url = `${inferenceUrl}/models/test/echo`;
  expect(await refusal(url, { inputs: 'a' })).toContain('too long for a response');
});

it('stops a list when its client disconnects', async () => {
  const gone = new AbortController();
  let calls = 0;
  const counting = {
    ...echoChat,
    answer(text: string) {
      calls += 1;
      if (calls === 2) gone.abort();
      return { generated_text: text };
    },
  };
  const { inferenceUrl, close } = await sandboxFor({ models: [counting] });
  const inputs = new Array<string>(128).fill('a');
  const answer = post(`${inferenceUrl}/models/test/echo`, { inputs }, {}, gone.signal);
  await expect(answer).rejects.toThrow('aborted');
  // Each text takes one turn.
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await close();
  expect(calls).toBeLessThan(128);
});
