import { describe, expect, it } from 'vitest';
import { labelOverlap } from '../../../../packages/sandbox/src/models/text/labels.ts';
import {
  moodWordCount,
  questionOrStatement,
  vaderSentiment,
} from '../../../../packages/sandbox/src/models/text/questions.ts';
import { run, scoresOf } from './run.ts';

describe('vader-sentiment', () => {
  it('converts the valence of "love", 3.2, to scores according to the card', async () => {
    const labels = await run(vaderSentiment, 'I love you');
    const scores = scoresOf(labels);
    expect(scores['POSITIVE']).toBeCloseTo(0.86816, 5);
    expect(scores['NEUTRAL']).toBeCloseTo(0.13184, 5);
    expect(scores['NEGATIVE']).toBe(0);
  });

  it('negation multiplies the valence of "good", 1.9, by -0.74', async () => {
    const scores = scoresOf(await run(vaderSentiment, 'It is not good'));
    expect(scores['NEGATIVE']).toBeCloseTo(1 - 0.6588 ** 2, 6);
  });

  it('empty text, other scripts and plain statements are neutral', async () => {
    for (const text of [
      '',
      ' \n',
      'Поезд уходит в девять',
      '🚂',
      'constructor __proto__',
      'The train leaves.',
    ]) {
      expect(scoresOf(await run(vaderSentiment, text))['NEUTRAL']).toBe(1);
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
    const scores = scoresOf(await run(questionOrStatement, text));
    expect(scores).toEqual({ QUESTION: score, STATEMENT: 1 - score });
  });
});

describe('label-overlap', () => {
  const text = 'After the match it rained.';

  it('normalizes scores over the labels, with evidence of 0.8 and 0', async () => {
    const answer = await run(labelOverlap, { text, candidateLabels: ['music', 'sports'], multiLabel: false });
    expect(answer.sequence).toBe(text);
    expect(answer.labels).toEqual(['sports', 'music']);
    expect(answer.scores[0]).toBeCloseTo(Math.exp(4) / (Math.exp(4) + 1), 9);
    expect(answer.scores[1]).toBeCloseTo(1 / (Math.exp(4) + 1), 9);
  });

  it('scores each label separately with multi_label', async () => {
    const answer = await run(labelOverlap, {
      text,
      candidateLabels: ['sports', 'music', 'matches', 'weather'],
      multiLabel: true,
    });
    expect(answer.labels).toEqual(['matches', 'sports', 'weather', 'music']);
    [0.99331, 0.95257, 0.95257, 0.00669].forEach((score, index) => {
      expect(answer.scores[index]).toBeCloseTo(score, 5);
    });
  });
});

describe('mood-word-count', () => {
  it('compare: counts the words of its lists, and ignores negation', async () => {
    expect(scoresOf(await run(moodWordCount, 'A good, good and boring day'))).toEqual({
      POSITIVE: 0.5,
      NEGATIVE: 0.25,
      NEUTRAL: 0.25,
    });
    expect(scoresOf(await run(moodWordCount, 'Not good'))['POSITIVE']).toBe(0.5);
    expect(scoresOf(await run(moodWordCount, ''))['NEUTRAL']).toBe(1);
  });
});
