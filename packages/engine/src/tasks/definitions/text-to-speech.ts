import { defineTask, mediaResult, text } from '../define-task.ts';

export const textToSpeech = defineTask({
  summary: 'Reads text aloud.',
  aliases: ['tts', 'speech-synthesis', 'speak'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('audio'),
});
