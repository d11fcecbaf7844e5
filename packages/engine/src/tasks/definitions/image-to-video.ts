import { defineTask, fileIn, image, LONG_RUN_MINUTES, mediaResult, optional, text } from '../define-task.ts';

export const imageToVideo = defineTask({
  summary: 'Brings an image to life, optionally as a prompt says.',
  aliases: ['i2v', 'img2vid', 'animate-image'],
  intents: ['bring a photo to life'],
  fields: { image: image('Input - Image'), text: optional(text('Input - Prompt')) },
  payload: ({ image, text }) => ({
    inputs: fileIn(image),
    ...(text ? { parameters: { prompt: text } } : {}),
  }),
  bareFile: 'image',
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('video'),
});
