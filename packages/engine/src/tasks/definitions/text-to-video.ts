import { defineTask, LONG_RUN_MINUTES, mediaResult, text } from '../define-task.ts';

export const textToVideo = defineTask({
  summary: 'Generates a video from a description.',
  aliases: ['t2v', 'txt2vid', 'video-generation', 'animate'],
  intents: ['make a video from text'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('video'),
});
