import { defineModel, ModelInputError } from '../../define-model.ts';
import { morseCode, toMorseAlphabet } from './morse-code.ts';

const sampleRate = 16_000;
const pitch = 600;
/** 60 ms: 20 words per minute. */
const dotSamples = 960;
const fadeSamples = 80;
const maxDots = 10_000;

interface Signal {
  isOn: boolean;
  dots: number;
}

function signalsOf(text: string): Signal[] {
  const signals: Signal[] = [{ isOn: false, dots: 3 }];
  for (const character of text) {
    for (const sign of morseCode.get(character) ?? '') {
      signals.push({ isOn: true, dots: sign === '-' ? 3 : 1 }, { isOn: false, dots: 1 });
    }
    const gap = signals.at(-1);
    if (gap) gap.dots = character === ' ' ? 7 : 3;
  }
  return signals;
}

export const morseSpeaker = defineModel({
  id: 'sandbox/morse-speaker',
  task: 'text-to-speech',
  card: `# Morse speaker

Speaks text in international Morse code (Recommendation ITU-R M.1677-1) as a sine tone.

## How it works

A dot lasts 60 ms (20 words per minute), a dash 3 dots. Silence lasts 1 dot within a letter, 3 dots between letters and at
both ends, 7 dots between words. The tone is 600 Hz at half of the full amplitude, with 16,000 samples per second, and fades
over 5 ms. Characters without a code lose their accent or are skipped. It has no parameters.

## Limits

It has no voice. The sound may last at most 10 minutes, about 1,000 characters.
`,
  examples: [
    { example_title: 'Distress', text: 'SOS' },
    { example_title: 'The first telegram', text: 'What hath God wrought?' },
  ],
  answer(text) {
    const characters = toMorseAlphabet(text);
    if (characters === '') throw new ModelInputError('No character of the text has a Morse code.');
    const signals = signalsOf(characters);
    const dots = signals.reduce((total, signal) => total + signal.dots, 0);
    if (dots > maxDots) throw new ModelInputError('The sound would last longer than 10 minutes.');
    const samples = new Float32Array(dots * dotSamples);
    let start = 0;
    for (const signal of signals) {
      const length = signal.dots * dotSamples;
      for (let index = 0; signal.isOn && index < length; index += 1) {
        const toEdge = Math.min(index, length - 1 - index) + 0.5;
        const fade = toEdge < fadeSamples ? Math.sin((Math.PI * toEdge) / (2 * fadeSamples)) ** 2 : 1;
        samples[start + index] = 0.5 * fade * Math.sin((2 * Math.PI * pitch * index) / sampleRate);
      }
      start += length;
    }
    return { sampleRate, channels: [samples] };
  },
});
