import { defineTask, fileIn, image, LONG_RUN_MINUTES, mediaResult, optional, text } from '../define-task.ts';

export const imageTextToImage = defineTask({
  summary: 'Edits an image as a prompt says, or combines several images.',
  aliases: ['edit', 'it2i', 'edit-image', 'image-edit', 'inpaint', 'instruct'],
  intents: ['change an image as I describe'],
  fields: {
    image: image('Input - Image'),
    text: text('Input - Prompt'),
    secondImage: optional(image('Input - Second Image')),
    thirdImage: optional(image('Input - Third Image')),
  },
  payload: (values) => ({ inputs: fileIn(values.image), parameters: { prompt: values.text } }),
  furtherImages: ({ secondImage, thirdImage }) => [secondImage, thirdImage],
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('image'),
});
