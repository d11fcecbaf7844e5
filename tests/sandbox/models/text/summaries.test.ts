import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

async function summarize(text: string, model = 'lead-summary'): Promise<string> {
  const [summary] = await ask<[{ summary_text: string }]>(model, text);
  return summary.summary_text;
}

describe('lead-summary', () => {
  it('returns the first third, at most three sentences', async () => {
    const sentences = Array.from({ length: 12 }, (_, index) => `Sentence ${index}.`);
    const summary = (count: number) => summarize(sentences.slice(0, count).join(' '));
    expect(await summary(1)).toBe('Sentence 0.');
    expect(await summary(4)).toBe('Sentence 0. Sentence 1.');
    expect(await summary(12)).toBe('Sentence 0. Sentence 1. Sentence 2.');
  });

  it.each([
    ['It costs 3.50, i.e. little! More.', 'It costs 3.50, i.e. little!'],
    ['I said "Really?" Yes.', 'I said "Really?"'],
    ['Title\n\nEnd.', 'Title'],
    ['A\nline. End.', 'A line.'],
  ])('ends sentences at punctuation and blank lines: %j', async (text, first) => {
    expect(await summarize(text)).toBe(first);
  });
});

describe('word-frequency-summary', () => {
  it('returns the best third', async () => {
    // "cat" occurs twice, all other words once; scores: (1 + 1) / 2, (2 + 1) / 2, (2 + 1 + 1) / 3.
    const text = 'Rain falls. Cats purr. Cats sleep all day.';
    expect(await summarize(text, 'word-frequency-summary')).toBe('Cats purr.');
  });

  it('keeps the order of the text, also if a later sentence is better', async () => {
    const text = 'Cats purr. Rain falls. Dogs bark. Snow melts. Cats cats.';
    expect(await summarize(text, 'word-frequency-summary')).toBe('Cats purr. Cats cats.');
  });
});
