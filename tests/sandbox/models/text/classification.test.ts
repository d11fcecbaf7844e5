import { describe, expect, it } from 'vitest';
import { labelOverlap } from '../../../../packages/sandbox/src/models/text/label-overlap.ts';
import { languageSamples } from '../../../../packages/sandbox/src/models/text/language-samples.ts';
import { languageTrigrams } from '../../../../packages/sandbox/src/models/text/language-trigrams.ts';
import { questionOrStatement } from '../../../../packages/sandbox/src/models/text/question-or-statement.ts';
import { vaderSentiment } from '../../../../packages/sandbox/src/models/text/vader.ts';
import { run, scoresOf } from './run.ts';

describe('vader-sentiment', () => {
  it('turns the valence of "love", 3.2, into scores as the card says', async () => {
    const labels = await run(vaderSentiment, 'I love you');
    expect(labels.map(({ label }) => label)).toEqual(['POSITIVE', 'NEUTRAL', 'NEGATIVE']);
    const scores = scoresOf(labels);
    expect(scores['POSITIVE']).toBeCloseTo(0.86816, 5);
    expect(scores['NEUTRAL']).toBeCloseTo(0.13184, 5);
    expect(scores['NEGATIVE']).toBe(0);
  });

  it('negates "good", 1.9, by -0.74', async () => {
    const [best] = await run(vaderSentiment, 'It is not good');
    expect(best?.label).toBe('NEGATIVE');
    expect(best?.score).toBeCloseTo(1 - 0.6588 ** 2, 6);
  });

  // The sums are worked out by hand from the rules of the card.
  it.each([
    ['good???', 1.9 + 0.54],
    ['good????', 0],
    ['slightly good', 1.9 - 0.293],
    ['very slightly good', 1.9 - 0.293 + 0.95 * 0.293],
    ['slightly bad', -2.5 + 0.293],
    ['bad!!', -2.5 - 0.584],
    ['the least good', -0.74 * 1.9],
    ['at least good', 1.9],
    ['never so good', (1.9 + 0.293) * 1.5],
    ['Not good', 1.9],
    ['that is GOOD', 1.9 + 0.733],
    ['that is VERY good', 1.9 + 0.293 + 0.733],
    ['now that is the bomb', 3],
    ['it is good but bad', 0.5 * 1.9 - 1.5 * 2.5],
    ['"good" thing', 0],
    ['it was kind of good', 1.9 - 0.293],
  ])('comes to the sum for %j that the card gives', async (text, sum) => {
    const compound = Number((sum / Math.sqrt(sum * sum + 15)).toFixed(4));
    const scores = scoresOf(await run(vaderSentiment, text));
    expect(scores['NEUTRAL']).toBeCloseTo((1 - Math.abs(compound)) ** 2, 9);
    expect((scores['POSITIVE'] ?? 0) > 0).toBe(sum > 0);
  });

  it('is neutral about nothing, about other scripts and about plain statements', async () => {
    for (const text of [
      '',
      ' \n',
      'Поезд уходит в девять',
      '🚂',
      'constructor __proto__',
      'The train leaves.',
    ]) {
      expect(await run(vaderSentiment, text, { top_k: 1 })).toEqual([{ label: 'NEUTRAL', score: 1 }]);
    }
  });

  it('refuses a top_k that is no whole number from 1', async () => {
    await expect(run(vaderSentiment, 'fine', { top_k: 0 })).rejects.toThrow("'top_k'");
    await expect(run(vaderSentiment, 'fine', { top_k: 1.5 })).rejects.toThrow('whole number');
    await expect(run(vaderSentiment, 'fine', { top_k: '2' })).rejects.toThrow("'top_k'");
  });
});

describe('language-trigrams', () => {
  const sentences: [language: string, sentence: string][] = [
    ['de', 'Der Hund schläft unter dem Tisch und träumt.'],
    ['en', 'The dog sleeps under the table and dreams.'],
    ['es', 'El perro duerme debajo de la mesa y sueña.'],
    ['fr', 'Le chien dort sous la table et rêve.'],
    ['it', 'Il cane dorme sotto il tavolo e sogna.'],
    ['nl', 'De hond slaapt onder de tafel en droomt.'],
    ['pl', 'Pies śpi pod stołem i śni.'],
    ['pt', 'O cão dorme debaixo da mesa e sonha.'],
    ['ru', 'Собака спит под столом и видит сны.'],
    ['sv', 'Hunden sover under bordet och drömmer.'],
  ];

  it.each(sentences)('knows %s by a sentence that it has not seen', async (language, sentence) => {
    const labels = await run(languageTrigrams, sentence);
    expect(labels[0]?.label).toBe(language);
    expect(labels).toHaveLength(languageSamples.length);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it('refuses a text without letters', async () => {
    await expect(run(languageTrigrams, '?! 🐕')).rejects.toThrow('no letters');
  });
});

describe('question-or-statement', () => {
  it.each([
    ['Where is it?', 0.9],
    ['Where is it', 0.75],
    ['It is here?', 6 / 7],
    ['He asked: "Why?"', 6 / 7],
    ["I called. Isn't she there", 0.75],
    ["can't we go", 0.75],
    ['Where was I? At home.', 0],
    ['It is here.', 0],
  ])('gives %j the score %f for QUESTION', async (text, score) => {
    const scores = scoresOf(await run(questionOrStatement, text));
    expect(scores['QUESTION']).toBeCloseTo(score, 9);
    expect(scores['STATEMENT']).toBeCloseTo(1 - score, 9);
  });
});

describe('label-overlap', () => {
  const text = 'After the match it rained.';

  it('shares one out of several labels by the evidence 0.8 and 0', async () => {
    const answer = await run(labelOverlap, { text, candidateLabels: ['music', 'sports'], multiLabel: false });
    expect(answer.sequence).toBe(text);
    expect(answer.labels).toEqual(['sports', 'music']);
    expect(answer.scores[0]).toBeCloseTo(Math.exp(4) / (Math.exp(4) + 1), 9);
    expect(answer.scores[1]).toBeCloseTo(1 / (Math.exp(4) + 1), 9);
  });

  it('judges each label alone when several may fit', async () => {
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

  it('sees that photo is spelled like photograph', async () => {
    const input = { text: 'photograph', candidateLabels: ['photo'], multiLabel: true };
    // " ph", "pho", "hot", "oto" of 5 and 10 runs: 0.6 x 2 x 4 / 15 = 0.32, as the likeness 0.5333 is over 0.5.
    const { scores } = await run(labelOverlap, input);
    expect(scores[0]).toBeCloseTo(1 / (1 + Math.exp(1.8)), 9);
  });

  it('refuses to choose from nothing', async () => {
    await expect(run(labelOverlap, { text, candidateLabels: [], multiLabel: false })).rejects.toThrow(
      'label',
    );
  });
});
