import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../packages/sandbox/src/models/random.ts';
import { createSampler, fableMarkovChain } from '../../../../packages/sandbox/src/models/text/markov.ts';
import { maskScores, nGramMask, vocabulary } from '../../../../packages/sandbox/src/models/text/mask.ts';
import { run } from './run.ts';

describe('random numbers', () => {
  it('are reproducible for a seed and distributed over 0 to 1', () => {
    const [next, again] = [seededRandom(7), seededRandom(7)];
    const numbers = Array.from({ length: 10_000 }, next);
    expect(numbers.every((number) => number >= 0 && number < 1 && number === again())).toBe(true);
    expect(numbers.reduce((sum, number) => sum + number, 0) / 10_000).toBeCloseTo(0.5, 1);
  });
});

describe('sampling', () => {
  const choices = [
    ['a', 6],
    ['b', 3],
    ['c', 1],
  ] as const;

  function shares(parameters: Record<string, unknown>): Record<string, number> {
    const draw = createSampler(parameters);
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let index = 0; index < 10_000; index += 1) {
      const token = draw(choices);
      counts[token] = (counts[token] ?? 0) + 1 / 10_000;
    }
    return counts;
  }

  it('is proportional to the counts', () => {
    const { a, b, c } = shares({ seed: 7 });
    expect(a).toBeCloseTo(0.6, 1);
    expect(b).toBeCloseTo(0.3, 1);
    expect(c).toBeCloseTo(0.1, 1);
  });

  it('uses the counts to the power of 1 / temperature', () => {
    // Squares: 36, 9 and 1 of 46.
    const { a, b, c } = shares({ temperature: 0.5 });
    expect(a).toBeCloseTo(36 / 46, 1);
    expect(b).toBeCloseTo(9 / 46, 1);
    expect(c).toBeLessThan(0.05);
    expect(shares({ temperature: 1e-9 })).toEqual({ a: expect.closeTo(1, 6), b: 0, c: 0 });
  });

  it('only uses the most likely tokens', () => {
    expect(shares({ top_k: 2 })['c']).toBe(0);
    expect(shares({ top_p: 0.9 })['c']).toBe(0);
    expect(shares({ top_p: 0.91 })['c']).toBeGreaterThan(0);
    expect(shares({ do_sample: false })).toMatchObject({ b: 0, c: 0 });
  });
});

describe('fable-markov-chain', () => {
  const text = async (prompt: string, parameters: Record<string, unknown> = {}) =>
    (await run(fableMarkovChain, prompt, parameters)).generated_text;

  it('chooses the most likely word after two words, or the first of equally likely ones', async () => {
    const greedy = { do_sample: false, max_new_tokens: 4 };
    expect(await text('Paris is the', greedy)).toBe('Paris is the capital of France.');
    expect(await text('PARIS IS THE ', { ...greedy, return_full_text: false })).toBe('capital of France.');
  });

  it('ends after a stop sequence', async () => {
    const greedy = { do_sample: false, return_full_text: false };
    expect(await text('Paris is the', { ...greedy, stop: ['Rome', 'l of F'] })).toBe(' capital of F');
    expect(await text('Paris is the', { ...greedy, stop: 'France' })).toBe(' capital of France');
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
    await expect(run(fableMarkovChain, 'a', { temperature: -1 })).rejects.toThrow('temperature`');
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
    const [best] = await run(nGramMask, 'The capital of [MASK]. It is big.', {
      targets: ['Italy', 'unheard'],
    });
    expect(best).toMatchObject({ token_str: 'Italy', sequence: 'The capital of Italy. It is big.' });
    expect(vocabulary[best?.token ?? -1]).toBe('italy');
    expect([...vocabulary]).toEqual([...vocabulary].toSorted());
  });

  it('the probabilities of the vocabulary add up to 1', async () => {
    const all = maskScores('', '');
    expect(all).toHaveLength(vocabulary.length);
    expect(all.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it('rejects any number of masks except one, and unknown targets', async () => {
    await expect(run(nGramMask, 'No mask')).rejects.toThrow('exactly once');
    await expect(run(nGramMask, '[MASK] and [MASK]')).rejects.toThrow('exactly once');
    await expect(run(nGramMask, '[MASK]', { targets: ['zyx'] })).rejects.toThrow('none of the targets');
  });
});
