import { defineTask, fileIn, image, mediaResult } from '../define-task.ts';

export const imageToImage = defineTask({
  summary: 'Transforms an image: edits, restores, colorizes or enlarges it.',
  aliases: ['i2i', 'img2img', 'image-editing', 'super-resolution'],
  intents: ['edit a photo', 'enlarge or sharpen an image', 'restore or colorize an old photo'],
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: mediaResult('image'),
});
