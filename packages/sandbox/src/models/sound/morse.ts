import { defineModel, ModelInputError } from '../../define-model.ts';
import { mixDown, type Sound } from '../../media/sound.ts';

/** International Morse code, Recommendation ITU-R M.1677-1. */
export const morseCode: ReadonlyMap<string, string> = new Map(
  Array.from(
    `A .-    B -...  C -.-.  D -..   E .     F ..-.  G --.   H ....  I ..    J .---  K -.-   L .-..  M --
     N -.    O ---   P .--.  Q --.-  R .-.   S ...   T -     U ..-   V ...-  W .--   X -..-  Y -.--  Z --..
     1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. 0 -----
     . .-.-.-  , --..--  : ---...  ? ..--..  ' .----.  - -....-  / -..-.  ( -.--.  ) -.--.-  " .-..-.  = -...-
     + .-.-.   @ .--.-.`.matchAll(/(\S)\s+([.-]+)/g),
    ([, character = '', code = '']): [string, string] => [character, code],
  ),
);

/** A text in characters with a Morse code: capitals without accents, one space between words. */
export function toMorseAlphabet(text: string): string {
  const characters = [...text.normalize('NFD').toUpperCase().replaceAll(/\s/g, ' ')];
  return characters
    .filter((character) => character === ' ' || morseCode.has(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
}

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

const stepSeconds = 0.002;
const stepsPerWindow = 5;

/** The loudness (root mean square) over 10 ms, every 2 ms. */
function measureLevels(sound: Sound): number[] {
  const samples = mixDown(sound);
  const step = Math.max(1, Math.round(sound.sampleRate * stepSeconds));
  return Array.from({ length: Math.ceil(samples.length / step) }, (_, index) => {
    const window = samples.subarray(index * step, (index + stepsPerWindow) * step);
    return Math.sqrt(window.reduce((sum, sample) => sum + sample ** 2, 0) / window.length);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Run {
  isOn: boolean;
  seconds: number;
}

/** The periods from the first tone to the last one. */
function findRuns(levels: readonly number[], border: number): Run[] {
  const runs: Run[] = [];
  for (const level of levels) {
    const isOn = level > border;
    const last = runs.at(-1);
    if (last?.isOn === isOn) last.seconds += stepSeconds;
    else runs.push({ isOn, seconds: stepSeconds });
  }
  return runs.slice(runs[0]?.isOn ? 0 : 1, runs.findLastIndex(({ isOn }) => isOn) + 1);
}

/** The length of a dot in seconds, from 20 to 300 ms, that fits the runs best; undefined when none fits. */
function findDotLength(runs: readonly Run[]): number | undefined {
  let best: number | undefined;
  let lowest = Infinity;
  for (let dot = 0.02; dot <= 0.3; dot *= 1.01) {
    const deviation = mean(
      runs.map(({ isOn, seconds }) => {
        const dots = seconds / dot;
        const ideal = dots < 2 ? 1 : isOn || dots < 5 ? 3 : Math.max(7, dots);
        return Math.log(dots / ideal) ** 2;
      }),
    );
    // Among equally good lengths, the one nearest to 20 words per minute.
    const cost = deviation + 0.01 * Math.log(dot / 0.06) ** 2;
    if (deviation <= 0.05 && cost < lowest) [best, lowest] = [dot, cost];
  }
  return best;
}

const characters = new Map([...morseCode].map(([character, code]) => [code, character]));

function decode(runs: readonly Run[], dot: number): string {
  const code = runs.map(({ isOn, seconds }) => {
    const dots = seconds / dot;
    if (isOn) return dots < 2 ? '.' : '-';
    return dots < 2 ? '' : dots < 5 ? ' ' : ' / ';
  });
  const letters = code.join('').split(' ');
  return letters.map((letter) => (letter === '/' ? ' ' : (characters.get(letter) ?? '*'))).join('');
}

export const morseListener = defineModel({
  id: 'sandbox/morse-listener',
  task: 'automatic-speech-recognition',
  card: `
Transcribes international Morse code (Recommendation ITU-R M.1677-1) from a recording.

The tone is on where the recording is at least half as loud as its loudest part. The dot is the length from 20 to 300 ms that fits best: tones last 1 or 3 dots,
pauses 1, 3, or 7 and more. Unknown signals become \`*\`; the text is empty if no length fits. It decodes one sender at a time,
and no speech.
`,
  examples: [{ example_title: 'Morse code by hand, with hiss', src: 'morse.wav' }],
  answer(sound) {
    const levels = measureLevels(sound);
    const loudest = levels.reduce((max, level) => Math.max(max, level), 0);
    const runs = findRuns(levels, loudest / 2);
    const dot = findDotLength(runs);
    return { text: dot === undefined ? '' : decode(runs, dot) };
  },
});
