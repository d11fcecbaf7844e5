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

it('handles other requests during a list and stops it when its client disconnects', async () => {
  let calls = 0;
  let leave = (): void => undefined;
  const counting = {
    ...echoChat,
    answer(text: string) {
      calls += 1;
      if (calls === 2) leave();
      return { generated_text: text };
    },
  };
  const { runDefinition } = await import('../../../packages/sandbox/src/inference/run.ts');
  const gone = new AbortController();
  leave = () => void setImmediate(() => gone.abort());
  const inputs = new Array<string>(100).fill('a');
  await expect(runDefinition(counting, { inputs, parameters: {} }, gone.signal)).rejects.toThrow('aborted');
  expect(calls).toBeLessThan(5);
});
