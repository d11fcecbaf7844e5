import { describe, expect, it } from 'vitest';
import { leadSummary, wordFrequencySummary } from '../../../../packages/sandbox/src/models/text/summaries.ts';
import { splitSentences } from '../../../../packages/sandbox/src/models/text/words.ts';
import { run } from './run.ts';

describe('sentences', () => {
  it('end at punctuation and blank lines, not at line breaks', () => {
    const text = 'It costs 3.50, i.e. little!\nI said "Really?" Yes.\n\nTitle\n\nEnd. A\nline';
    expect(splitSentences(text).map((sentence) => sentence.text)).toEqual([
      'It costs 3.50, i.e. little!',
      'I said "Really?"',
      'Yes.',
      'Title',
      'End.',
      'A line',
    ]);
    for (const { text: sentence, start } of splitSentences(text)) {
      expect(text.slice(start, start + sentence.length).replaceAll('\n', ' ')).toBe(sentence);
    }
  });
});

describe('word-frequency-summary', () => {
  // "cat" occurs twice, all other words once; scores: (1 + 1) / 2, (2 + 1) / 2, (2 + 1 + 1) / 3.
  const text = 'Rain falls. Cats purr. Cats sleep all day.';

  it('returns the best third', async () => {
    expect(await run(wordFrequencySummary, text)).toEqual({ summary_text: 'Cats purr.' });
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
