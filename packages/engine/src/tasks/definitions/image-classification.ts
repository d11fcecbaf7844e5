import { fileIn, image } from '../../fields/index.ts';
import { labelsResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const imageClassification = defineTask({
  summary: 'Labels an image as a whole.',
  aliases: ['classify-image', 'image-recognition'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: labelsResult,
});
