import { expect, it } from 'vitest';
import { echoChat, post, sandboxFor } from './support.ts';

async function refusal(url: string, body: unknown): Promise<string> {
  const response = await post(url, body);
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: string }).error;
}

const long = 'word '.repeat(50_000);
const row = new Array<string>(100_001).fill('1');

it.each([
  ['trigram-embedding', { inputs: new Array<string>(129).fill('a') }, 'at most 128 entries; there are 129'],
  ['trigram-embedding', { inputs: [long] }, '`inputs` may have at most 200,000 characters.'],
  ['pig-latin', { inputs: long }, '`inputs` may have at most 200,000 characters.'],
  [
    'fable-markov-chain',
    { inputs: 'a', parameters: { stop: ['a', 'b', 'c', 'd', 'e'] } },
    'stop` must be at most 4',
  ],
  [
    'plain-assistant',
    { inputs: 'a', parameters: { stop: ['a', 'b', 'c', 'd', 'e'] } },
    'stop` must be at most 4',
  ],
  ['plain-assistant', { inputs: 'a', parameters: { max_new_tokens: 10_001 } }, 'max_new_tokens`'],
  [
    'n-gram-mask',
    { inputs: '[MASK]', parameters: { top_k: 101 } },
    'top_k` must be an integer from 1 to 100',
  ],
  ['n-gram-mask', { inputs: `[MASK]${long.slice(0, 10_000)}` }, 'The text may have at most 10,000'],
  ['table-rules', { inputs: { query: 'How many?', table: { a: row } } }, 'at most 100,000 cells'],
  [
    'label-overlap',
    { inputs: long.slice(0, 20_001), parameters: { candidate_labels: 'a' } },
    'at most 20,000',
  ],
  [
    'label-overlap',
    { inputs: 'a', parameters: { candidate_labels: [long.slice(0, 2001)] } },
    'at most 2,000',
  ],
  [
    'trigram-similarity',
    { inputs: { source_sentence: 'a', sentences: new Array<string>(1001).fill('a') } },
    'at most 1,000 sentences',
  ],
  [
    'word-cosine',
    { inputs: { source_sentence: 'a', sentences: new Array<string>(1001).fill('a') } },
    'at most 1,000 sentences',
  ],
  [
    'word-overlap-answers',
    { inputs: { question: 'Who?', context: long.slice(0, 100_001) } },
    'at most 100,000',
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
