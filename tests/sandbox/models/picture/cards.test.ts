import { describe, expect, it } from 'vitest';
import { pictureModels } from './support.ts';

it('every image task has a model', () => {
  expect([...new Set(pictureModels.map(({ task }) => task))].sort()).toEqual([
    'document-question-answering',
    'image-classification',
    'image-segmentation',
    'image-to-image',
    'image-to-text',
    'object-detection',
    'text-to-image',
    'visual-question-answering',
    'zero-shot-image-classification',
  ]);
  expect(new Set(pictureModels.map(({ id }) => id)).size).toBe(pictureModels.length);
});

describe.each(pictureModels.map((model) => [model.id, model] as const))('%s', (_, model) => {
  it('has a card with a title and limits', () => {
    expect(model.card).toMatch(/^# \w/);
    expect(model.card).toContain('## Limits');
    expect(model.card).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe('cards of models with a vocabulary', () => {
  const cardOf = (id: string) => pictureModels.find((model) => model.id === `sandbox/${id}`)?.card ?? '';
  const objectWords = ['navy', 'gold', 'disc', 'dot', 'upper', 'middle'];
  const promptWords = ['some', 'tiny', 'meadow', 'snow', 'night', 'cloud', 'twelve'];

  it.each([
    ['shape-painter', [...objectWords, ...promptWords]],
    ['shape-questions', objectWords],
    ['label-statistics', objectWords],
  ])('%s lists the supported words', (id, words) => {
    const listed = new Set(cardOf(id).split(/[^\p{L}\p{N}]+/u));
    expect(words.filter((word) => !listed.has(word))).toEqual([]);
  });
});
