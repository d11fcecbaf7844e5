import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

interface Entity {
  readonly entity_group: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const find = (text: string) => ask<Entity[]>('compromise-entities', text);

describe('compromise-entities', () => {
  it('answers the recorded question with the same spans as the real API', async () => {
    const text = 'My name is Sarah Jessica Parker but you can call me Jessica';
    expect(await find(text)).toEqual([
      { entity_group: 'PER', word: 'Sarah Jessica Parker', start: 11, end: 31, score: 1 },
      { entity_group: 'PER', word: 'Jessica', start: 52, end: 59, score: 1 },
    ]);
  });

  it('counts code points and excludes punctuation and the possessive ending', async () => {
    const text = "🎉🎉 Sarah's friend (from Berlin) paid $20.";
    expect(await find(text)).toEqual([
      { entity_group: 'PER', word: 'Sarah', start: 3, end: 8, score: 1 },
      { entity_group: 'LOC', word: 'Berlin', start: 24, end: 30, score: 1 },
      { entity_group: 'MISC', word: '$20', start: 37, end: 40, score: 1 },
    ]);
  });

  it('finds people, places and dates', async () => {
    const text = 'Marie Curie was born in Warsaw on 7 November 1867.';
    const found = await find(text);
    expect(found.map(({ entity_group }) => entity_group)).toEqual(['PER', 'LOC', 'MISC']);
  });

  it.each([
    ['In Paris, Marie Curie met Pierre.', ['Paris', 'Marie Curie', 'Pierre']],
    ['On 7 November 1867 in Warsaw, Sarah met Google.', ['7 November 1867', 'Warsaw', 'Sarah', 'Google']],
    ['Google hired Sarah in Berlin for $20.', ['Google', 'Sarah', 'Berlin', '$20']],
  ])('lists all entities in text order: %s', async (text, words) => {
    const found = await find(text);
    expect(found.map(({ word }) => word)).toEqual(words);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(words);
  });

  it('finds nothing without words', async () => {
    expect(await find('🙂 ...')).toEqual([]);
  });
});
