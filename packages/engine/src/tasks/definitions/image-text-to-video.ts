import { defineTask, fileIn, image, LONG_RUN_MINUTES, mediaResult, text } from '../define-task.ts';

export const imageTextToVideo = defineTask({
  summary: 'Turns an image and a prompt into a video.',
  aliases: ['it2v', 'image-prompt-to-video'],
  intents: ['animate an image as I describe'],
  fields: { image: image('Input - Image'), text: text('Input - Prompt') },
  payload: (values) => ({ inputs: fileIn(values.image), parameters: { prompt: values.text } }),
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('video'),
});
