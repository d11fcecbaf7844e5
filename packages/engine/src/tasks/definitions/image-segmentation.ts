import { defineTask, fileIn, image, masksResult } from '../define-task.ts';

export const imageSegmentation = defineTask({
  summary: 'Outlines the objects and regions in an image.',
  aliases: ['segmentation', 'segment'],
  intents: ['remove the background', 'cut out a person or an object', 'outline objects'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: masksResult,
});
