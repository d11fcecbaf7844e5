import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

describe('fable-markov-chain', () => {
  async function text(prompt: string, parameters: Record<string, unknown> = {}): Promise<string> {
    const [answer] = await ask<[{ generated_text: string }]>('fable-markov-chain', prompt, parameters);
    return answer.generated_text;
  }

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
    expect(await text('🦊', { max_new_tokens: 3 })).toMatch(/^🦊 \p{Lu}/u);
    expect(await text('Ωκεανός', { max_new_tokens: 1 })).toMatch(/^Ωκεανός ?\S+$/u);
  });

  it('rejects parameters out of range', async () => {
    await expect(text('a', { max_new_tokens: 0 })).rejects.toThrow('max_new_tokens`');
    await expect(text('a', { seed: 'x' })).rejects.toThrow('seed`');
  });
});

describe('n-gram-mask', () => {
  interface Candidate {
    readonly score: number;
    readonly token: number;
    readonly token_str: string;
    readonly sequence: string;
  }
  const fillMask = (text: string) => ask<Candidate[]>('n-gram-mask', text);

  it('prefers words that occur between "the" and "of" in the corpus', async () => {
    const candidates = await fillMask('Paris is the [MASK] of France.');
    expect(candidates).toHaveLength(5);
    expect(candidates[0]?.sequence).toBe('Paris is the capital of France.');
    const scores = new Map(candidates.map(({ token_str, score }) => [token_str, score]));
    // "the capital of" occurs 8 times and each pair 8 times, "the goal of" twice.
    expect((scores.get('capital') ?? 0) / (scores.get('goal') ?? 1)).toBeCloseTo(816 / 204, 1);
  });

  it('capitalizes names and sorts token IDs alphabetically', async () => {
    const candidates = await fillMask('The capital of [MASK]. It is big.');
    expect(candidates[0]?.token_str).toMatch(/^\p{Lu}/u);
    const words = candidates
      .toSorted((a, b) => a.token - b.token)
      .map(({ token_str }) => token_str.toLowerCase());
    expect(words).toEqual(words.toSorted());
  });

  it('rejects any number of masks except one', async () => {
    await expect(fillMask('No mask')).rejects.toThrow('exactly once');
    await expect(fillMask('[MASK] and [MASK]')).rejects.toThrow('exactly once');
  });
});
