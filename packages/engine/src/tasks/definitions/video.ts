import {
  defineTask,
  fileIn,
  image,
  LONG_RUN_MINUTES,
  mediaResult,
  optional,
  text,
  textInput,
} from '../define-task.ts';

export const videoTasks = {
  'image-text-to-video': defineTask({
    summary: 'Turns an image and a prompt into a video.',
    aliases: ['it2v', 'image-prompt-to-video'],
    intents: ['animate an image as I describe'],
    fields: { image: image('Input - Image'), text: text('Input - Prompt') },
    payload: (values) => ({ inputs: fileIn(values.image), parameters: { prompt: values.text } }),
    maxMinutes: LONG_RUN_MINUTES,
    result: mediaResult('video'),
  }),
  'image-to-video': defineTask({
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
  }),
  'text-to-video': defineTask({
    summary: 'Generates a video from a description.',
    aliases: ['t2v', 'txt2vid', 'video-generation', 'animate'],
    intents: ['make a video from text'],
    ...textInput,
    maxMinutes: LONG_RUN_MINUTES,
    result: mediaResult('video'),
  }),
};
