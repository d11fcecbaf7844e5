import { audio, defineTask, fileIn, textResult } from '../define-task.ts';

export const automaticSpeechRecognition = defineTask({
  summary: 'Transcribes speech to text.',
  aliases: ['asr', 'stt', 'speech-to-text', 'speech-recognition', 'transcribe', 'transcription', 'dictation'],
  intents: [
    'transcribe a recording',
    'make subtitles for a video',
    'write down what was said',
    'turn a voice message into text',
  ],
  fields: { audio: audio() },
  payload: (values) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
  result: textResult('text'),
});
