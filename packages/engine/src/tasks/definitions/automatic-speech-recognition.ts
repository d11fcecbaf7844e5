import { audio, defineTask, fileIn, textResult } from '../define-task.ts';

export const automaticSpeechRecognition = defineTask({
  summary: 'Transcribes speech to text.',
  aliases: ['asr', 'stt', 'speech-to-text', 'speech-recognition', 'transcribe', 'transcription', 'dictation'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: textResult('text'),
  metrics: ['wer', 'cer'],
});
