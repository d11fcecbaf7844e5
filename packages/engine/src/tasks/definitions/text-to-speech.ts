import { defineTask, mediaResult, text } from '../define-task.ts';

export const textToSpeech = defineTask({
  summary: 'Reads text aloud.',
  aliases: ['tts', 'speech-synthesis', 'speak'],
  intents: ['read a text aloud', 'generate a voice', 'make an audiobook'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('audio'),
});
