import { audio, fileIn } from '../../fields/index.ts';
import { textResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const automaticSpeechRecognition = defineTask({
  summary: 'Transcribes speech to text.',
  aliases: ['asr', 'stt', 'speech-to-text', 'speech-recognition', 'transcribe', 'transcription', 'dictation'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: textResult('text'),
});
