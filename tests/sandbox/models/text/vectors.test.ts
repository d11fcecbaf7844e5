import { describe, expect, it } from 'vitest';
import {
  bigramEmbedding,
  fnv1a,
  trigramEmbedding,
  wordCosine,
} from '../../../../packages/sandbox/src/models/text/similarity.ts';
import { run } from './run.ts';

describe('the hash', () => {
  it('has the published values of FNV-1a', () => {
    expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});

describe('trigram-embedding', () => {
  it('has one entry for a single-letter word', async () => {
    const hash = fnv1a(' a ');
    const expected = new Array<number>(64).fill(0);
    expected[hash % 64] = hash >= 2 ** 31 ? -1 : 1;
    expect(await run(trigramEmbedding, 'A')).toEqual(expected);
    expect(await run(trigramEmbedding, 'a A, a!')).toEqual(expected);
  });

  it('has length 1, including for other scripts, and length 0 for empty text', async () => {
    for (const text of ['That is a happy person', 'Καλημέρα', '今日は', 'cats & dogs 🐈']) {
      const vector = await run(trigramEmbedding, text);
      expect(vector).toHaveLength(64);
      expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
    }
    expect(await run(trigramEmbedding, '🐈!')).toEqual(new Array(64).fill(0));
  });
});

describe('word-cosine', () => {
  it('computes the recorded request according to the card', async () => {
    const input = {
      source_sentence: 'That is a happy person',
      sentences: ['That is a happy dog', 'That is a very happy person', 'Today is a sunny day', '', '🙂'],
    };
    const [dog, person, day, ...nothing] = await run(wordCosine, input);
    expect(dog).toBeCloseTo(0.8, 12);
    expect(person).toBeCloseTo(5 / Math.sqrt(30), 12);
    expect(day).toBeCloseTo(0.4, 12);
    expect(nothing).toEqual([0, 0]);
  });
});

describe('bigram-embedding', () => {
  it('compare: counts pairs of characters', async () => {
    const expected = new Array<number>(64).fill(0);
    for (const pair of [' a', 'a ']) expected[fnv1a(pair) % 64]! += fnv1a(pair) >= 2 ** 31 ? -1 : 1;
    const length = Math.hypot(...expected);
    expect(await run(bigramEmbedding, 'A')).toEqual(expected.map((value) => value / length));
    expect(await run(bigramEmbedding, 'cat')).not.toEqual(await run(trigramEmbedding, 'cat'));
  });
});
