import { afterAll, describe, expect, it } from 'vitest';
import type { TaskInputs } from '../../../../packages/sandbox/src/define-model.ts';
import { closeReader } from '../../../../packages/sandbox/src/models/picture/text-reader.ts';
import { examplePicture, pictureModels } from './support.ts';

afterAll(closeReader);

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

  it.each(model.examples.slice(0, 1))(
    'answers its first example %j',
    async ({ src, text = '', candidate_labels = '' }) => {
      const image = src ? await examplePicture(src) : undefined;
      const inputs = image
        ? ({
            'document-question-answering': { question: text, image },
            'visual-question-answering': { question: text, image },
            'zero-shot-image-classification': { image, candidateLabels: candidate_labels.split(', ') },
          }[model.task as string] ?? image)
        : text;
      const answer: unknown = await model.answer(
        inputs as TaskInputs[typeof model.task],
        {},
        new AbortController().signal,
      );
      expect(Object.keys(answer as object).length).toBeGreaterThan(0);
      if (Array.isArray(answer))
        for (const { score } of answer as { score: number }[]) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
        }
    },
  );
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
