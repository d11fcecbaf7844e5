import { describe, expect, it } from 'vitest';
import { compromiseEntities, textPatterns } from '../../../../packages/sandbox/src/models/text/entities.ts';
import { run } from './run.ts';

describe('compromise-entities', () => {
  it('answers the recorded question with the same spans as the real API', async () => {
    const text = 'My name is Sarah Jessica Parker but you can call me Jessica';
    expect(await run(compromiseEntities, text)).toEqual([
      { entity_group: 'PER', word: 'Sarah Jessica Parker', start: 11, end: 31, score: 1 },
      { entity_group: 'PER', word: 'Jessica', start: 52, end: 59, score: 1 },
    ]);
  });

  it('counts code points and excludes punctuation and the possessive ending', async () => {
    const text = "🎉🎉 Sarah's friend (from Berlin) paid $20.";
    expect(await run(compromiseEntities, text)).toEqual([
      { entity_group: 'PER', word: 'Sarah', start: 3, end: 8, score: 1 },
      { entity_group: 'LOC', word: 'Berlin', start: 24, end: 30, score: 1 },
      { entity_group: 'MISC', word: '$20', start: 37, end: 40, score: 1 },
    ]);
  });

  it('omits groups in ignore_labels', async () => {
    const text = 'Marie Curie was born in Warsaw on 7 November 1867.';
    const groups = async (parameters: Record<string, unknown>) =>
      (await run(compromiseEntities, text, parameters)).map(({ entity_group }) => entity_group);
    expect(await groups({})).toEqual(['PER', 'LOC', 'MISC']);
    expect(await groups({ ignore_labels: ['LOC', 'MISC'] })).toEqual(['PER']);
  });

  it('finds nothing in empty text', async () => {
    expect(await run(compromiseEntities, '')).toEqual([]);
    expect(await run(compromiseEntities, '🙂 ...')).toEqual([]);
  });
});

describe('text-patterns', () => {
  const found = async (text: string) =>
    (await run(textPatterns, text)).map(({ entity_group, word }) => `${entity_group} ${word}`);

  it('distinguishes addresses, dates, times, amounts and numbers', async () => {
    const text =
      'On 2024-02-29, 9:05, I paid €1,250.50 (40%) to a.b@mail.example.org, see http://x.org/a?b=1.';
    expect(await found(text)).toEqual([
      'DATE 2024-02-29',
      'TIME 9:05',
      'MONEY €1,250.50',
      'NUMBER 40%',
      'EMAIL a.b@mail.example.org',
      'URL http://x.org/a?b=1',
    ]);
  });

  it('rejects month 13 and hour 24', async () => {
    expect(await found('2024-13-01 24:00')).not.toContain('DATE 2024-13-01');
    expect(await found('24:00')).not.toContain('TIME 24:00');
  });

  it('counts code points', async () => {
    expect(await run(textPatterns, '🧮🧮 42')).toEqual([
      { entity_group: 'NUMBER', word: '42', start: 3, end: 5, score: 1 },
    ]);
  });
});
