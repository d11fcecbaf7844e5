import { text } from '../../fields/index.ts';
import { mediaResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const textToSpeech = defineTask({
  summary: 'Reads text aloud.',
  aliases: ['tts', 'speech-synthesis', 'speak'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('audio'),
});
