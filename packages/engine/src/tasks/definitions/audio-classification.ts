import { audio, fileIn } from '../../fields/index.ts';
import { labelsResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const audioClassification = defineTask({
  summary: 'Labels audio: a spoken command, an emotion, a speaker, an event.',
  aliases: ['sound-classification', 'keyword-spotting', 'classify-audio'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: labelsResult,
});
