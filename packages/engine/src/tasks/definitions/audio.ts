import {
  audioInput,
  defineTask,
  labelsResult,
  LONG_RUN_MINUTES,
  mediaResult,
  textInput,
  textResult,
  tracksResult,
} from '../define-task.ts';

export const audioTasks = {
  'audio-classification': defineTask({
    summary: 'Labels audio: a spoken command, an emotion, a speaker, an event.',
    aliases: ['sound-classification', 'keyword-spotting', 'classify-audio'],
    intents: ['recognize a sound', 'who is speaking', 'detect an emotion or language'],
    ...audioInput,
    result: labelsResult,
  }),
  'audio-to-audio': defineTask({
    summary: 'Transforms audio: removes noise, or separates voices and instruments.',
    aliases: ['a2a', 'source-separation', 'speech-enhancement', 'noise-removal'],
    intents: ['remove noise from a recording', 'separate voices or instruments'],
    ...audioInput,
    result: tracksResult,
  }),
  'automatic-speech-recognition': defineTask({
    summary: 'Transcribes speech to text.',
    aliases: [
      'asr',
      'stt',
      'speech-to-text',
      'speech-recognition',
      'transcribe',
      'transcription',
      'dictation',
    ],
    intents: ['transcribe a recording', 'make subtitles', 'write down what was said'],
    ...audioInput,
    result: textResult('text'),
    metrics: ['wer', 'cer'],
  }),
  'text-to-audio': defineTask({
    summary: 'Generates music or sound effects from a description.',
    aliases: ['t2a', 'music', 'text-to-music', 'music-generation', 'sound-effects', 'sfx'],
    intents: ['compose a melody', 'make sound effects'],
    ...textInput,
    maxMinutes: LONG_RUN_MINUTES,
    result: mediaResult('audio'),
  }),
  'text-to-speech': defineTask({
    summary: 'Reads text aloud.',
    aliases: ['tts', 'speech-synthesis', 'speak'],
    intents: ['read a text aloud', 'generate a voice', 'make an audiobook'],
    ...textInput,
    result: mediaResult('audio'),
  }),
};
