import { defineTask, fileIn, image, textResult } from '../define-task.ts';

export const imageToText = defineTask({
  summary: 'Describes an image, or reads the text in it.',
  aliases: ['ocr', 'captioning', 'image-captioning', 'caption', 'i2t'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: textResult('generated_text'),
  metrics: ['rougeL', 'cer'],
});
