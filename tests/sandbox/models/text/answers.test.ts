import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

interface Answer {
  readonly answer: string;
  readonly score: number;
}

const answerTo = (input: { readonly question: string; readonly context: string }) =>
  ask<Answer>('word-overlap-answers', input);

describe('word-overlap-answers', () => {
  it('answers the recorded question with the same span as the real API', async () => {
    const input = { question: 'What is the capital of France?', context: 'The capital of France is Paris.' };
    expect(await answerTo(input)).toEqual({ answer: 'Paris', start: 25, end: 30, score: 1 });
  });

  it.each([
    ['Who wrote the letter?', 'It rained. On Monday Clara Bow wrote the letter.', 'Clara Bow'],
    [
      'When did the ship sail?',
      'The ship was new. The ship sailed in May 1912 from Southampton.',
      'May 1912',
    ],
    ['Where did the ship sail from?', 'The ship sailed in May 1912 from Southampton.', 'Southampton'],
    ['How many legs has a spider?', 'A spider has eight legs.', 'eight'],
    ['How tall is the tower?', 'The tower is 330.5 metres tall.', '330.5 metres'],
    ['What is my name?', 'My name is Clara and I live in Berkeley.', 'Clara'],
    ['Where do I live?', 'My name is Clara and I live in Berkeley.', 'Berkeley'],
  ])('answers %j', async (question, context, expected) => {
    expect((await answerTo({ question, context })).answer).toBe(expected);
  });

  it('scores by the proportion of matching stems', async () => {
    // Stems: captain, sail, ship; the sentence has sail and ship, and a candidate: (2 + 1) / (3 + 1).
    const input = { question: 'Where did the captain sail the ship?', context: 'The ship sailed to Oslo.' };
    expect(await answerTo(input)).toEqual({ answer: 'Oslo', start: 19, end: 23, score: 0.75 });
  });

  it('counts code points', async () => {
    const input = { question: 'Who sings?', context: '🎵🎶 Ada sings.' };
    expect(await answerTo(input)).toMatchObject({ answer: 'Ada', start: 3, end: 6 });
  });

  it('answers with the sentence without an exact match', async () => {
    const input = { question: 'When does it rain?', context: 'It can rain here. Or not.' };
    expect((await answerTo(input)).answer).toBe('It can rain here.');
  });

  it('scores 0 if no sentence shares a word', async () => {
    const input = { question: 'Who paints?', context: 'Oslo is large.' };
    expect((await answerTo(input)).score).toBe(0);
  });
});
