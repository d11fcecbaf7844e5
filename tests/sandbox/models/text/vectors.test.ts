import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

const embed = (text: string, model = 'trigram-embedding') => ask<number[]>(model, text);

/** The 32-bit FNV-1a hash of ASCII characters. */
const hashOf = (text: string) =>
  [...text].reduce((hash, each) => Math.imul(hash ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;

/** What a run of characters adds to a vector. */
const addTo = (vector: number[], part: string) =>
  (vector[hashOf(part) % 64]! += hashOf(part) >= 2 ** 31 ? -1 : 1);

describe('trigram-embedding', () => {
  it('has one entry for a single-letter word', async () => {
    const expected = new Array<number>(64).fill(0);
    addTo(expected, ' a ');
    expect(await embed('A')).toEqual(expected);
    expect(await embed('a A, a!')).toEqual(expected);
  });

  it('has length 1, including for other scripts, and length 0 without words', async () => {
    for (const text of ['That is a happy person', 'Καλημέρα', '今日は', 'cats & dogs 🐈']) {
      const vector = await embed(text);
      expect(vector).toHaveLength(64);
      expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
    }
    expect(await embed('🐈!')).toEqual(new Array(64).fill(0));
  });
});

describe('word-cosine', () => {
  it('computes the recorded request according to the card', async () => {
    const input = {
      source_sentence: 'That is a happy person',
      sentences: ['That is a happy dog', 'That is a very happy person', 'Today is a sunny day', '🙂'],
    };
    const [dog, person, day, ...nothing] = await ask<number[]>('word-cosine', input);
    expect(dog).toBeCloseTo(0.8, 12);
    expect(person).toBeCloseTo(5 / Math.sqrt(30), 12);
    expect(day).toBeCloseTo(0.4, 12);
    expect(nothing).toEqual([0]);
  });
});

describe('bigram-embedding', () => {
  it('compare: counts pairs of characters', async () => {
    const expected = new Array<number>(64).fill(0);
    for (const pair of [' a', 'a ']) addTo(expected, pair);
    const length = Math.hypot(...expected);
    expect(await embed('A', 'bigram-embedding')).toEqual(expected.map((value) => value / length));
    expect(await embed('cat', 'bigram-embedding')).not.toEqual(await embed('cat'));
  });
});
