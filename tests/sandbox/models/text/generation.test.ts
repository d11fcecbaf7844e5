import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../packages/sandbox/src/models/numbers.ts';
import { fableMarkovChain } from '../../../../packages/sandbox/src/models/text/markov.ts';
import { nGramMask, scoreWords, vocabulary } from '../../../../packages/sandbox/src/models/text/mask.ts';
import { run } from './run.ts';

describe('random numbers', () => {
  it('are reproducible for a seed and distributed over 0 to 1', () => {
    const [next, again] = [seededRandom(7), seededRandom(7)];
    const numbers = Array.from({ length: 10_000 }, next);
    expect(numbers.every((number) => number >= 0 && number < 1 && number === again())).toBe(true);
    expect(numbers.reduce((sum, number) => sum + number, 0) / 10_000).toBeCloseTo(0.5, 1);
  });
});

describe('fable-markov-chain', () => {
  const text = async (prompt: string, parameters: Record<string, unknown> = {}) =>
    (await run(fableMarkovChain, prompt, parameters)).generated_text;

  it('continues with what follows in the corpus, with or without the prompt', async () => {
    expect(await text('Paris is the', { max_new_tokens: 2 })).toBe('Paris is the capital of');
    expect(await text('PARIS IS THE ', { max_new_tokens: 2, return_full_text: false })).toBe('capital of');
  });

  it('generates the requested number of tokens, reproducibly for a seed', async () => {
    const added = await text('The fox', { max_new_tokens: 30, seed: 5, return_full_text: false });
    expect(added.match(/[\p{L}\p{N}-]+|[.,]/gu)).toHaveLength(30);
    expect(await text('The fox', { max_new_tokens: 30, seed: 5, return_full_text: false })).toBe(added);
    const others = await Promise.all([1, 2, 3].map((seed) => text('The fox', { max_new_tokens: 30, seed })));
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('starts a new sentence if there is nothing to continue', async () => {
    expect(await text('', { max_new_tokens: 3 })).toMatch(/^\p{Lu}/u);
    expect(await text('🦊', { max_new_tokens: 3 })).toMatch(/^🦊 \p{Lu}/u);
    expect(await text('Ωκεανός', { max_new_tokens: 1 })).toMatch(/^Ωκεανός ?\S+$/u);
  });

  it('rejects parameters out of range', async () => {
    await expect(run(fableMarkovChain, 'a', { max_new_tokens: 0 })).rejects.toThrow('max_new_tokens`');
    await expect(run(fableMarkovChain, 'a', { seed: 'x' })).rejects.toThrow('seed`');
  });
});

describe('n-gram-mask', () => {
  it('prefers words that occur between "the" and "of" in the corpus', async () => {
    const candidates = await run(nGramMask, 'Paris is the [MASK] of France.');
    expect(candidates).toHaveLength(5);
    expect(candidates[0]?.sequence).toBe('Paris is the capital of France.');
    const scores = new Map(candidates.map(({ token_str, score }) => [token_str, score]));
    // "the capital of" occurs 8 times and each pair 8 times, "the goal of" twice.
    expect((scores.get('capital') ?? 0) / (scores.get('goal') ?? 1)).toBeCloseTo(816 / 204, 1);
  });

  it('capitalizes names and sorts token IDs alphabetically', async () => {
    const [best] = await run(nGramMask, 'The capital of [MASK]. It is big.');
    expect(best?.token_str).toMatch(/^\p{Lu}/u);
    expect(vocabulary[best?.token ?? -1]).toBe(best?.token_str.toLowerCase());
    expect([...vocabulary]).toEqual([...vocabulary].toSorted());
  });

  it('the scores of the vocabulary add up to 1', () => {
    const all = scoreWords('', '');
    expect(all).toHaveLength(vocabulary.length);
    expect(all.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it('rejects any number of masks except one', async () => {
    await expect(run(nGramMask, 'No mask')).rejects.toThrow('exactly once');
    await expect(run(nGramMask, '[MASK] and [MASK]')).rejects.toThrow('exactly once');
  });
});
