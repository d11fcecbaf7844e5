import { defineTask, LONG_RUN_MINUTES, mediaResult, text } from '../define-task.ts';

export const textToAudio = defineTask({
  summary: 'Generates music or sound effects from a description.',
  aliases: ['t2a', 'music', 'text-to-music', 'music-generation', 'sound-effects', 'sfx'],
  intents: ['compose a melody', 'make sound effects'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  maxMinutes: LONG_RUN_MINUTES,
  result: mediaResult('audio'),
});
