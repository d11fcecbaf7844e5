import { defineModel, ModelInputError } from '../../define-model.ts';
import { morseCode } from './morse-code.ts';
import { morseText } from './morse-text.ts';

const sampleRate = 16_000;
const pitch = 600;
const amplitude = 0.5;
/** 20 words a minute: a dot lasts 1.2 s / 20, by the word PARIS of 50 dots. */
const dotSamples = 960;
const rampSamples = 80;
const longestDots = 10_000;

const card = `# Morse speaker

Speaks a text in international Morse code (Recommendation ITU-R M.1677-1) as a sine tone.

## How it works

- **Speed** 20 words a minute: a dot lasts 60 ms, a dash 3 dots; 1 dot of silence between the signs of a letter, 3
  between letters, 7 between words, and 3 at the beginning and at the end.
- **Pitch** 600 Hz, amplitude 0.5, mono, 16,000 samples a second. Each sign fades in and out over 5 ms (raised
  cosine) inside its length, so that it does not click.
- **Characters**: A to Z, É, 0 to 9 and . , : ? ' - / ( ) " = + @. Small letters become capitals, other accents are
  dropped (ü is U), ß is SS, curly quotes and long dashes are spoken as plain ones, × as X. Any other character, such
  as ! or %, has no code and is **left out**. White space of any length is one gap between words.

So "SOS" is 3 + 5 + 3 + 11 + 3 + 5 + 3 = 33 dots, which is 1.98 s.

## Limits

It spells; it has no voice. A text with nothing to speak in it is refused, and so is one that would take longer than
10 minutes (10,000 dots, some 1,000 characters). There are no parameters.
`;

/** Speaks a text in Morse code. */
export const morseSpeaker = defineModel({
  id: 'sandbox/morse-speaker',
  task: 'text-to-speech',
  card,
  examples: [
    { example_title: 'Distress', text: 'SOS' },
    { example_title: 'The first telegram', text: 'What hath God wrought?' },
  ],
  answer(text) {
    const spoken = morseText(text);
    if (spoken === '') throw new ModelInputError('No character of the text has a Morse code.');
    const signs = timeline(spoken);
    const dots = signs.reduce((total, sign) => total + sign.length, 0);
    if (dots > longestDots) {
      throw new ModelInputError('The text would take longer than 10 minutes in Morse code.');
    }
    const samples = new Float32Array(dots * dotSamples);
    let start = 0;
    for (const { on, length } of signs) {
      if (on) addTone(samples.subarray(start * dotSamples, (start + length) * dotSamples));
      start += length;
    }
    return { sampleRate, channels: [samples] };
  },
});

interface Sign {
  on: boolean;
  /** In dots. */
  length: number;
}

function timeline(spoken: string): Sign[] {
  const signs: Sign[] = [{ on: false, length: 3 }];
  for (const character of spoken) {
    for (const sign of morseCode.get(character) ?? '') {
      signs.push({ on: true, length: sign === '-' ? 3 : 1 }, { on: false, length: 1 });
    }
    const gap = signs.at(-1);
    if (gap) gap.length = character === ' ' ? 7 : 3;
  }
  return signs;
}

function addTone(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index++) {
    const toEdge = Math.min(index, samples.length - 1 - index) + 0.5;
    const ramp = toEdge < rampSamples ? Math.sin((Math.PI * toEdge) / (2 * rampSamples)) ** 2 : 1;
    samples[index] = amplitude * ramp * Math.sin((2 * Math.PI * pitch * index) / sampleRate);
  }
}
