import { expect, it } from 'vitest';
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
