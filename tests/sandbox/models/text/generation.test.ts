import { describe, expect, it } from 'vitest';
import { fableMarkovChain } from '../../../../packages/sandbox/src/models/text/fable-markov-chain.ts';
import { maskScores } from '../../../../packages/sandbox/src/models/text/mask-scores.ts';
import { maskVocabulary } from '../../../../packages/sandbox/src/models/text/mask-vocabulary.ts';
import { nGramMask } from '../../../../packages/sandbox/src/models/text/n-gram-mask.ts';
import { randomNumbers } from '../../../../packages/sandbox/src/models/text/random.ts';
import { samplerOf } from '../../../../packages/sandbox/src/models/text/sampling.ts';
import { run } from './run.ts';

describe('random numbers', () => {
  it('are those of the minimal standard generator, whose ten-thousandth state from 1 is 399268537', () => {
    const next = randomNumbers(0);
    expect(next() * 2147483647).toBeCloseTo(1914720637, 0);
    for (let call = 2; call < 9997; call += 1) next();
    expect(next() * 2147483647).toBeCloseTo(399268537, 0);
  });
});

describe('sampling', () => {
  const choices = [
    ['a', 6],
    ['b', 3],
    ['c', 1],
  ] as const;

  function shares(parameters: Record<string, unknown>): Record<string, number> {
    const draw = samplerOf(parameters);
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let index = 0; index < 10_000; index += 1) {
      const token = draw(choices);
      counts[token] = (counts[token] ?? 0) + 1 / 10_000;
    }
    return counts;
  }

  it('draws in proportion to the counts', () => {
    const { a, b, c } = shares({ seed: 7 });
    expect(a).toBeCloseTo(0.6, 1);
    expect(b).toBeCloseTo(0.3, 1);
    expect(c).toBeCloseTo(0.1, 1);
  });

  it('raises the counts to the power of 1 / temperature', () => {
    // Squares: 36, 9 and 1 of 46.
    const { a, b, c } = shares({ temperature: 0.5 });
    expect(a).toBeCloseTo(36 / 46, 1);
    expect(b).toBeCloseTo(9 / 46, 1);
    expect(c).toBeLessThan(0.05);
    expect(shares({ temperature: 1e-9 })).toEqual({ a: expect.closeTo(1, 6), b: 0, c: 0 });
  });

  it('keeps the likeliest only', () => {
    expect(shares({ top_k: 2 })['c']).toBe(0);
    expect(shares({ top_p: 0.9 })['c']).toBe(0);
    expect(shares({ top_p: 0.91 })['c']).toBeGreaterThan(0);
    expect(shares({ do_sample: false })).toMatchObject({ b: 0, c: 0 });
  });
});

describe('fable-markov-chain', () => {
  const text = async (prompt: string, parameters: Record<string, unknown> = {}) =>
    (await run(fableMarkovChain, prompt, parameters)).generated_text;

  it('takes the likeliest word after two words, then the earliest of equal ones', async () => {
    const greedy = { do_sample: false, max_new_tokens: 4 };
    expect(await text('Paris is the', greedy)).toBe('Paris is the capital of France.');
    expect(await text('PARIS IS THE ', { ...greedy, return_full_text: false })).toBe('capital of France.');
  });

  it('ends behind a stop text', async () => {
    const greedy = { do_sample: false, return_full_text: false };
    expect(await text('Paris is the', { ...greedy, stop: ['Rome', 'l of F'] })).toBe(' capital of F');
    expect(await text('Paris is the', { ...greedy, stop: 'France' })).toBe(' capital of France');
  });

  it('adds as many tokens as asked, the same for the same seed', async () => {
    const added = await text('The fox', { max_new_tokens: 30, seed: 5, return_full_text: false });
    expect(added.match(/[\p{L}\p{N}-]+|[.,]/gu)).toHaveLength(30);
    expect(await text('The fox', { max_new_tokens: 30, seed: 5, return_full_text: false })).toBe(added);
    const others = await Promise.all([1, 2, 3].map((seed) => text('The fox', { max_new_tokens: 30, seed })));
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('starts a sentence where there is nothing to continue', async () => {
    expect(await text('', { max_new_tokens: 3 })).toMatch(/^\p{Lu}/u);
    expect(await text('🦊', { max_new_tokens: 3 })).toMatch(/^🦊 \p{Lu}/u);
    expect(await text('Ωκεανός', { max_new_tokens: 1 })).toMatch(/^Ωκεανός ?\S+$/u);
  });

  it('refuses parameters out of range', async () => {
    await expect(run(fableMarkovChain, 'a', { max_new_tokens: 0 })).rejects.toThrow("'max_new_tokens'");
    await expect(run(fableMarkovChain, 'a', { temperature: -1 })).rejects.toThrow("'temperature'");
    await expect(run(fableMarkovChain, 'a', { seed: 'x' })).rejects.toThrow("'seed'");
  });
});

describe('n-gram-mask', () => {
  it('weighs what stands between "the" and "of": capital 8 times, goal 2, end 1, skin 1', async () => {
    const candidates = await run(nGramMask, 'Paris is the [MASK] of France.');
    expect(candidates).toHaveLength(5);
    expect(candidates[0]?.sequence).toBe('Paris is the capital of France.');
    const scores = new Map(candidates.map(({ token_str, score }) => [token_str, score]));
    // All four levels have words, so the sum is 1 + 0.1 + 0.01 + 0.001.
    expect(scores.get('capital')).toBeCloseTo(8 / 12 / 1.111, 9);
    expect(scores.get('goal')).toBeCloseTo(2 / 12 / 1.111, 9);
    expect(scores.get('end')).toBeCloseTo(1 / 12 / 1.111, 9);
    expect(scores.get('skin')).toBeCloseTo(1 / 12 / 1.111, 9);
  });

  it('writes names with their capital and numbers words by the alphabet', async () => {
    const [best] = await run(nGramMask, 'The capital of [MASK]. It is big.', {
      targets: ['Italy', 'unheard'],
    });
    expect(best).toMatchObject({ token_str: 'Italy', sequence: 'The capital of Italy. It is big.' });
    expect(maskVocabulary[best?.token ?? -1]).toBe('italy');
    expect([...maskVocabulary]).toEqual([...maskVocabulary].toSorted());
  });

  it('spreads a probability of 1 over the vocabulary', async () => {
    const all = maskScores('', '');
    expect(all).toHaveLength(maskVocabulary.length);
    expect(all.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it('refuses any number of masks but one, and targets that it does not know', async () => {
    await expect(run(nGramMask, 'No mask')).rejects.toThrow('exactly once; there is none');
    await expect(run(nGramMask, '[MASK] and [MASK]')).rejects.toThrow('there is 2');
    await expect(run(nGramMask, '[MASK]', { targets: ['zyx'] })).rejects.toThrow('none of the targets');
  });
});
