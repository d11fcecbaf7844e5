import { expect, it } from 'vitest';
import { imageModels } from './support.ts';

it('every image task has a model', () => {
  expect([...new Set(imageModels.map(({ task }) => task))].sort()).toEqual([
    'document-question-answering',
    'image-classification',
    'image-segmentation',
    'image-text-to-image',
    'image-text-to-video',
    'image-to-image',
    'image-to-text',
    'image-to-video',
    'object-detection',
    'text-to-image',
    'visual-question-answering',
    'zero-shot-image-classification',
  ]);
  expect(new Set(imageModels.map(({ id }) => id)).size).toBe(imageModels.length);
});
