import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameSearch } from '@tryout/engine';

const names = [
  'google/vit-base-patch16-224',
  'facebook/detr-resnet-50',
  'google-bert/bert-base-uncased',
  'distilbert/distilbert-base-uncased',
  'sentence-transformers/all-MiniLM-L6-v2',
  'google/vit-large-patch32-384',
  'Helsinki-NLP/opus-mt-en-de',
];

function found(typed: string, words?: readonly string[]): string[] | undefined {
  return nameSearch(names, words)
    .find(typed)
    ?.map((index) => names[index]!);
}

describe('name search', () => {
  test('matches letters in order, complete words first', () => {
    expect(found('bert')).toEqual([
      'google-bert/bert-base-uncased',
      'distilbert/distilbert-base-uncased',
      'facebook/detr-resnet-50',
    ]);
    expect(found('gvit32')).toEqual(['google/vit-large-patch32-384']);
    expect(found('xyz')).toEqual([]);
  });

  test('matches words in any order and case', () => {
    expect(found('BASE google')?.slice(0, 2).sort()).toEqual([
      'google-bert/bert-base-uncased',
      'google/vit-base-patch16-224',
    ]);
    expect(found('minilm all')).toEqual(['sentence-transformers/all-MiniLM-L6-v2']);
  });

  test('ranks names with the exact query first', () => {
    expect(found('google/vit-large')?.[0]).toBe('google/vit-large-patch32-384');
  });

  test('ignores a query without letters or digits', () => {
    expect(found('')).toBeUndefined();
    expect(found(' -/ ')).toBeUndefined();
    expect(found('-bert')).toEqual(found('bert'));
  });

  test('matches other terms after names', () => {
    const words = names.map((name) => (name.includes('detr') ? 'a french bert of pictures' : ''));
    expect(found('bert', words)).toEqual([
      'google-bert/bert-base-uncased',
      'distilbert/distilbert-base-uncased',
      'facebook/detr-resnet-50',
    ]);
    expect(found('french pictures', words)).toEqual(['facebook/detr-resnet-50']);
  });

  test('supports all scripts', () => {
    expect(nameSearch(['org/日本語-bert', 'org/other']).find('本語')).toEqual([0]);
    expect(nameSearch(['org/ÜBER', 'org/other']).find('über')).toEqual([0]);
  });

  test('keeps the original order of equal matches', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `org/${index % 2 ? 'b-e-r-t' : 'bert'}-${index}`);
    const indexes = nameSearch(many).find('bert')!;
    expect(indexes).toHaveLength(3000);
    expect(indexes.slice(0, 3)).toEqual([0, 2, 4]);
    expect(indexes.slice(1500, 1502)).toEqual([1, 3]);
  });

  test('is fast for names of repeated letters', () => {
    const hostile = ['a'.repeat(5000), `${'a'.repeat(90)}/${'a'.repeat(90)}`];
    const search = nameSearch(hostile);
    // A backtracking pattern would take years.
    expect(search.find(`${'a'.repeat(40)}z`)).toEqual([]);
    expect(search.find('a'.repeat(60))).toEqual([0, 1]);
  });

  test('returns the same results for incremental input', () => {
    const characters = fc.constantFrom('a', 'b', 'e', 'r', 't', '/', '-', ' ', '1', 'B');
    const text = fc.string({ unit: characters, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), text, fc.nat(12), (known, typed, back) => {
        const search = nameSearch(known);
        for (let end = 1; end <= typed.length; end += 1) search.find(typed.slice(0, end));
        expect(search.find(typed)).toEqual(nameSearch(known).find(typed));
        const shorter = typed.slice(0, back);
        expect(search.find(shorter)).toEqual(nameSearch(known).find(shorter));
      }),
    );
  });
});
