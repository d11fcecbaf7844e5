import { defineModel, ModelInputError } from '../../define-model.ts';
import { morseCode, toMorseAlphabet } from './morse-code.ts';

const sampleRate = 16_000;
const pitch = 600;
/** 60 ms: 20 words per minute. */
const dotSamples = 960;
const fadeSamples = 80;
const maxDots = 10_000;

/** The code as one character per dot: `#` for the tone and a space for silence. */
function toDots(text: string): string {
  const letters = Array.from(text, (character) =>
    Array.from(morseCode.get(character) ?? '', (sign) => (sign === '-' ? '###' : '#')).join(' '),
  );
  // Silence lasts 3 dots between letters and at both ends, and 7 dots between words.
  return `   ${letters.join('   ').replaceAll('      ', '       ')}   `;
}

export const morseSpeaker = defineModel({
  id: 'sandbox/morse-speaker',
  task: 'text-to-speech',
  card: `
Speaks text in international Morse code (Recommendation ITU-R M.1677-1) as a sine tone.

A dot lasts 60 ms (20 words per minute), a dash 3 dots. Silence lasts 1 dot within a letter, 3 dots between letters, 7 dots between
words. The tone is ${pitch} Hz. Characters without a code lose their accent or are skipped. The sound may last at most 10 minutes, about
1,000 characters.
`,
  examples: [
    { example_title: 'Distress', text: 'SOS' },
    { example_title: 'The first telegram', text: 'What hath God wrought?' },
  ],
  answer(text) {
    const characters = toMorseAlphabet(text);
    if (characters === '') throw new ModelInputError('No character of the text has a Morse code.');
    const dots = toDots(characters);
    if (dots.length > maxDots) throw new ModelInputError('The sound would last longer than 10 minutes.');
    const samples = new Float32Array(dots.length * dotSamples);
    for (const { 0: tone, index } of dots.matchAll(/#+/g)) {
      const [start, length] = [index * dotSamples, tone.length * dotSamples];
      for (let at = 0; at < length; at += 1) {
        const fade = Math.min(1, at / fadeSamples, (length - 1 - at) / fadeSamples);
        samples[start + at] = 0.5 * fade * Math.sin((2 * Math.PI * pitch * at) / sampleRate);
      }
    }
    return { sampleRate, channels: [samples] };
  },
});
