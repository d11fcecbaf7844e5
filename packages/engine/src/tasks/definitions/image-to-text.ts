import { defineTask, fileIn, image, textResult } from '../define-task.ts';

export const imageToText = defineTask({
  summary: 'Describes an image, or reads the text in it.',
  aliases: ['ocr', 'captioning', 'image-captioning', 'caption', 'i2t'],
  intents: ['describe an image', 'write a caption or an alt text', 'read the text in a photo'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: textResult('generated_text'),
  metrics: ['rougeL', 'cer'],
});
