import { audio, defineTask, fileIn, textResult } from '../define-task.ts';

export const automaticSpeechRecognition = defineTask({
  summary: 'Transcribes speech to text.',
  aliases: ['asr', 'stt', 'speech-to-text', 'speech-recognition', 'transcribe', 'transcription', 'dictation'],
  intents: ['transcribe a recording', 'make subtitles', 'write down what was said'],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: textResult('text'),
  metrics: ['wer', 'cer'],
});
