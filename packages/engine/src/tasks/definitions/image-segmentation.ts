import { fileIn, image } from '../../fields/index.ts';
import { masksResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const imageSegmentation = defineTask({
  summary: 'Outlines the objects and regions in an image.',
  aliases: ['segmentation', 'segment'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: masksResult,
});
