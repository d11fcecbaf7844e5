import { boxesResult, defineTask, fileIn, image } from '../define-task.ts';

export const objectDetection = defineTask({
  summary: 'Finds the objects in an image and draws boxes around them.',
  aliases: ['detection', 'detect'],
  intents: ['count the cars', 'count people or objects', 'where is it in the photo', 'find faces'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: boxesResult,
});
