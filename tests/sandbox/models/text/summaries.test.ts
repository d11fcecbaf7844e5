import { describe, expect, it } from 'vitest';
import { leadSummary, wordFrequencySummary } from '../../../../packages/sandbox/src/models/text/summaries.ts';
import { sentencesOf } from '../../../../packages/sandbox/src/models/text/words.ts';
import { run } from './run.ts';

describe('sentences', () => {
  it('end at punctuation before a space, but not after abbreviations', () => {
    const text = 'Dr. J. Smith paid 3.50, i.e. little! "Really?" I said…  Yes.\n\nTitle\n\nEnd。次';
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual([
      'Dr. J. Smith paid 3.50, i.e. little!',
      '"Really?"',
      'I said…',
      'Yes.',
      'Title',
      'End。',
      '次',
    ]);
    for (const { text: sentence, start } of sentencesOf(text)) {
      expect(text.slice(start, start + sentence.length)).toBe(sentence);
    }
  });
});

describe('word-frequency-summary', () => {
  // "cat" occurs twice, all other words once; scores: (1 + 1) / 2, (2 + 1) / 2, (2 + 1 + 1) / 3.
  const text = 'Rain falls. Cats purr. Cats sleep all day.';

  it('returns the best third', async () => {
    expect(await run(wordFrequencySummary, text)).toEqual({ summary_text: 'Cats purr.' });
  });

  it('returns at least min_length and at most max_length in the order of the text', async () => {
    const summary = async (parameters: Record<string, unknown>) =>
      (await run(wordFrequencySummary, text, parameters)).summary_text;
    expect(await summary({ min_length: 3 })).toBe('Cats purr. Cats sleep all day.');
    expect(await summary({ min_length: 3, max_length: 4 })).toBe('Rain falls. Cats purr.');
    expect(await summary({ max_length: 1 })).toBe('Cats purr.');
    expect(await summary({ generate_parameters: { min_length: 100 } })).toBe(text);
  });

  it('rejects empty text', async () => {
    await expect(run(wordFrequencySummary, ' \n ')).rejects.toThrow('no sentences');
  });
});

describe('lead-summary', () => {
  it('returns the first third, at most three sentences', async () => {
    const sentences = Array.from({ length: 12 }, (_, index) => `Sentence ${index}.`);
    const summary = async (count: number) =>
      (await run(leadSummary, sentences.slice(0, count).join(' '))).summary_text;
    expect(await summary(1)).toBe('Sentence 0.');
    expect(await summary(4)).toBe('Sentence 0. Sentence 1.');
    expect(await summary(12)).toBe('Sentence 0. Sentence 1. Sentence 2.');
  });
});
