import { defineModel } from '../../define-model.ts';
import { morseCode } from './morse-code.ts';
import { createPowerSpectrum, mono, windowSize, windowsOf } from './signal.ts';

/** The strongest frequency from 200 to 3000 Hz, in Hz; undefined in silence. */
async function strongestPitch(
  samples: Float32Array,
  sampleRate: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const size = windowSize(sampleRate);
  const spectrum = createPowerSpectrum(size);
  const total = new Float64Array(size / 2 + 1);
  for await (const window of windowsOf(samples, size, signal)) {
    for (const [bin, power] of spectrum(window).entries()) total[bin]! += power;
  }
  const binWidth = sampleRate / size;
  const first = Math.ceil(200 / binWidth);
  const band = total.subarray(first, Math.min(Math.floor(3000 / binWidth) + 1, size / 2));
  const max = band.reduce((highest, power) => Math.max(highest, power), 0);
  return max === 0 ? undefined : (first + band.indexOf(max)) * binWidth;
}

/** The amplitude of a frequency over 10 ms, every millisecond. */
function amplitudesOf(samples: Float32Array, sampleRate: number, frequency: number): Float64Array {
  const step = Math.max(1, Math.round(sampleRate / 1000));
  const steps = Math.ceil(samples.length / step);
  const real = new Float64Array(steps + 1);
  const imaginary = new Float64Array(steps + 1);
  const angle = (2 * Math.PI * frequency) / sampleRate;
  for (let index = 0; index < samples.length; index += 1) {
    const position = Math.floor(index / step) + 1;
    real[position]! += samples[index]! * Math.cos(angle * index);
    imaginary[position]! += samples[index]! * Math.sin(angle * index);
  }
  for (let index = 1; index <= steps; index += 1) {
    real[index]! += real[index - 1]!;
    imaginary[index]! += imaginary[index - 1]!;
  }
  return Float64Array.from({ length: steps }, (_, index) => {
    const [from, to] = [Math.max(0, index - 5), Math.min(steps, index + 5)];
    return Math.hypot(real[to]! - real[from]!, imaginary[to]! - imaginary[from]!) / (5 * step);
  });
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The amplitude above which the tone is on, by k-means with two groups; undefined when they are too similar. */
function threshold(amplitudes: Float64Array): number | undefined {
  const [min, max] = amplitudes.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, 0],
  );
  let border = (min + max) / 2;
  for (let round = 0; round < 100; round += 1) {
    const soft = mean(amplitudes.filter((value) => value <= border));
    const loud = mean(amplitudes.filter((value) => value > border));
    if (!(loud >= 3 * soft)) return undefined;
    const next = (soft + loud) / 2;
    if (next === border) break;
    border = next;
  }
  return border;
}

/** A period during which the tone is on or off. */
interface Run {
  isOn: boolean;
  seconds: number;
}

function merge(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last?.isOn === run.isOn) last.seconds += run.seconds;
    else merged.push({ ...run });
  }
  return merged;
}

/** Merges runs shorter than 8 ms, first gaps and then blips, into their neighbors; starts and ends with the tone. */
function runsOf(amplitudes: Float64Array, step: number): Run[] {
  const border = threshold(amplitudes);
  if (border === undefined) return [];
  let runs = merge(Array.from(amplitudes, (value) => ({ isOn: value > border, seconds: step })));
  for (const isOn of [false, true]) {
    runs = merge(
      runs.map((run) => (run.isOn === isOn && run.seconds < 0.008 ? { ...run, isOn: !isOn } : run)),
    );
  }
  return runs.slice(
    runs.findIndex((run) => run.isOn),
    runs.findLastIndex((run) => run.isOn) + 1,
  );
}

/** The length of a dot in seconds, from 15 to 300 ms, that fits the runs best; undefined when none fits. */
function dotLength(runs: readonly Run[]): number | undefined {
  let best: number | undefined;
  let lowest = Infinity;
  for (let dot = 0.015; dot <= 0.3; dot *= 1.01) {
    const deviations = runs.map(({ isOn, seconds }) => {
      const dots = seconds / dot;
      if (!isOn && dots >= 7) return 0;
      const ideal = dots < 2 ? 1 : isOn || dots < 5 ? 3 : 7;
      return Math.log(dots / ideal) ** 2;
    });
    const deviation = mean(Float64Array.from(deviations));
    // Among equally good lengths, the one nearest to 20 words per minute.
    const cost = deviation + 0.01 * Math.log(dot / 0.06) ** 2;
    if (deviation <= 0.04 && cost < lowest) [best, lowest] = [dot, cost];
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
  card: `# Morse listener

Transcribes international Morse code (Recommendation ITU-R M.1677-1) from a recording.

## How it works

1. The pitch is the strongest frequency from 200 to 3000 Hz.
2. The amplitude at this pitch, over 10 ms, is measured every millisecond and divided into loud and soft (k-means). If the
   loud mean is less than three times the soft one, the text is empty.
3. The dot is the length from 15 to 300 ms that fits best: tones last 1 or 3 dots, pauses 1, 3, or 7 and more. If no length
   fits, the text is empty.
4. A tone below 2 dots is a dot, otherwise a dash. A pause of 2 dots ends a letter, one of 5 dots a word. Unknown signals
   become \`*\`.

## Limits

One sender at a time, and no speech. \`return_timestamps\` has no effect.
`,
  examples: [{ example_title: 'Morse code by hand, with hiss', src: 'morse.wav' }],
  async answer(sound, _parameters, signal) {
    const { sampleRate } = sound;
    const samples = mono(sound);
    const pitch = await strongestPitch(samples, sampleRate, signal);
    if (pitch === undefined) return { text: '' };
    const step = Math.max(1, Math.round(sampleRate / 1000)) / sampleRate;
    const runs = runsOf(amplitudesOf(samples, sampleRate, pitch), step);
    const dot = dotLength(runs);
    return { text: dot === undefined ? '' : decode(runs, dot) };
  },
});
