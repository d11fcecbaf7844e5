import { audio, defineTask, fileIn, tracksResult } from '../define-task.ts';

export const audioToAudio = defineTask({
  summary: 'Transforms audio: removes noise, or separates voices and instruments.',
  aliases: ['a2a', 'source-separation', 'speech-enhancement', 'noise-removal'],
  intents: ['remove noise from a recording', 'separate voices or instruments', 'clean up a voice'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: tracksResult,
});
