import { defineTask, fileIn, image, labelsResult } from '../define-task.ts';

export const imageClassification = defineTask({
  summary: 'Labels an image as a whole.',
  aliases: ['classify-image', 'image-recognition'],
  intents: ['what is in this picture', 'recognize an animal, plant or dish', 'detect unsafe images'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: labelsResult,
});
