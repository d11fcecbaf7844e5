import { describe, expect, it } from 'vitest';
import { ask, scoresOf, type Label } from '../ask.ts';

const classify = async (model: string, text: string) => scoresOf((await ask<[Label[]]>(model, text))[0]);
const labelTexts = (labels: readonly string[], isMultiple: boolean) =>
  ask<Label[]>('label-overlap', 'After the match it rained.', {
    candidate_labels: labels,
    multi_label: isMultiple,
  });

describe('vader-sentiment', () => {
  it('converts the valence of "love", 3.2, to scores according to the card', async () => {
    const scores = await classify('vader-sentiment', 'I love you');
    expect(scores['POSITIVE']).toBeCloseTo(0.86816, 5);
    expect(scores['NEUTRAL']).toBeCloseTo(0.13184, 5);
    expect(scores['NEGATIVE']).toBe(0);
  });

  it('negation multiplies the valence of "good", 1.9, by -0.74', async () => {
    const scores = await classify('vader-sentiment', 'It is not good');
    expect(scores['NEGATIVE']).toBeCloseTo(1 - 0.6588 ** 2, 6);
  });

  it('other scripts and plain statements are neutral', async () => {
    for (const text of ['Поезд уходит в девять', '🚂', 'constructor __proto__', 'The train leaves.']) {
      expect((await classify('vader-sentiment', text))['NEUTRAL']).toBe(1);
    }
  });
});

describe('question-or-statement', () => {
  it.each([
    ['Where is it?', 1],
    ['He asked: "Why?"', 1],
    ['Where was I? At home.', 0.5],
    ['It is here.', 0],
  ])('scores QUESTION for %j with %f', async (text, score) => {
    expect(await classify('question-or-statement', text)).toEqual({ QUESTION: score, STATEMENT: 1 - score });
  });
});

describe('label-overlap', () => {
  it('normalizes scores over the labels, with evidence of 0.8 and 0', async () => {
    const answer = await labelTexts(['music', 'sports'], false);
    expect(answer.map(({ label }) => label)).toEqual(['sports', 'music']);
    expect(answer[0]?.score).toBeCloseTo(Math.exp(4) / (Math.exp(4) + 1), 9);
    expect(answer[1]?.score).toBeCloseTo(1 / (Math.exp(4) + 1), 9);
  });

  it('scores each label separately with multi_label', async () => {
    const answer = await labelTexts(['sports', 'music', 'matches', 'weather'], true);
    expect(answer.map(({ label }) => label)).toEqual(['matches', 'sports', 'weather', 'music']);
    [0.99331, 0.95257, 0.95257, 0.00669].forEach((score, index) => {
      expect(answer[index]?.score).toBeCloseTo(score, 5);
    });
  });
});

describe('mood-word-count', () => {
  it('compare: counts the words of its lists, and ignores negation', async () => {
    expect(await classify('mood-word-count', 'A good, good and boring day')).toEqual({
      POSITIVE: 0.5,
      NEGATIVE: 0.25,
      NEUTRAL: 0.25,
    });
    expect((await classify('mood-word-count', 'Not good'))['POSITIVE']).toBe(0.5);
    expect((await classify('mood-word-count', '?'))['NEUTRAL']).toBe(1);
  });
});
