import { defineTask, fileIn, image, LONG_RUN_MINUTES, mediaResult, text } from '../define-task.ts';

export const imageTextToImage = defineTask({
  summary: 'Edits an image as a prompt says, or combines several images.',
  aliases: ['edit', 'it2i', 'edit-image', 'image-edit', 'inpaint', 'instruct'],
  fields: {
    image: image('Input - Image'),
    text: text('Input - Prompt'),
    secondImage: { ...image('Input - Second Image'), optional: true },
    thirdImage: { ...image('Input - Third Image'), optional: true },
  },
  payload: (values) => ({ inputs: fileIn(values.image), parameters: { prompt: values.text } }),
  furtherImages: ({ secondImage, thirdImage }) => [secondImage, thirdImage],
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('image'),
});
