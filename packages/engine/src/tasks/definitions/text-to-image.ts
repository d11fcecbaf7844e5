import { defineTask, mediaResult, text } from '../define-task.ts';

export const textToImage = defineTask({
  summary: 'Generates an image from a description.',
  aliases: ['t2i', 'txt2img', 'image-generation', 'draw'],
  intents: ['generate an image', 'draw a picture', 'design a logo or a poster'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('image'),
});
