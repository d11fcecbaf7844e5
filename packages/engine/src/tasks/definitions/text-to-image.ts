import { text } from '../../fields/index.ts';
import { mediaResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const textToImage = defineTask({
  summary: 'Generates an image from a description.',
  aliases: ['t2i', 'txt2img', 'image-generation', 'draw'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('image'),
});
