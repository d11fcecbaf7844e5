import { audio, fileIn } from '../../fields/index.ts';
import { tracksResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const audioToAudio = defineTask({
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: tracksResult,
});
