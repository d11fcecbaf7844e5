import { audio, defineTask, fileIn, labelsResult } from '../define-task.ts';

export const audioClassification = defineTask({
  summary: 'Labels audio: a spoken command, an emotion, a speaker, an event.',
  aliases: ['sound-classification', 'keyword-spotting', 'classify-audio'],
  intents: ['recognize a sound', 'who is speaking', 'detect an emotion or language'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: labelsResult,
});
