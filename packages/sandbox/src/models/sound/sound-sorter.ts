import { defineModel } from '../../define-model.ts';
import { mono } from './mono.ts';
import { powerSpectrum } from './power-spectrum.ts';
import { shares } from './shares.ts';
import { level, powerOfTwo, windows } from './windows.ts';

const mostWindows = 4000;
const silenceLevel = 0.001;
const toneHalfWidth = 3;
const toneShare = 0.9;
const noiseFlatness = 0.2;
const lowestFrequency = 50;
const highestFrequency = 4000;

const card = `# Sound sorter

Says how much of a recording is **silence**, a **tone**, **noise**, or **voice or music**, by measuring each short
piece of it. Nothing was learned from data: these are fixed rules.

## How it works

1. The channels are averaged to one. The recording is cut into windows of about 50 ms: N samples, where N is the
   smallest power of two that is at least a twentieth of the sample rate (1024 at 16,000 samples a second). An
   incomplete window at the end is left out, unless it is the only one. Of more than 4000 windows, 4000 evenly
   spread ones are taken.
2. Each window is one kind; the first rule that fits decides:
   - **silence**: its level (root mean square) is below 0.001, which is 60 dB below full scale;
   - **tone**: at least 90 % of its power lies within three frequency bins on either side of the strongest bin
     (Hann window, power spectrum);
   - **noise**: its spectral flatness from 50 Hz to 4000 Hz (geometric over arithmetic mean of the bins' powers) is
     at least 0.2. White noise comes to about 0.56;
   - **voice or music**: everything else, so several strong frequencies at once.
3. A kind's score is its share of the windows. The four scores add up to 1.

So a recording whose first half is digital silence and whose second half is a sine of 440 Hz scores 0.5 silence and
0.5 tone. A file without samples is refused.

## Limits

It does not know a voice from a violin, nor words, nor instruments. Dull noise (a rumble, wind, the sea far off) is
not flat enough and counts as voice or music. A whistle is a tone; a hiss in speech (s, sh) is noise. A window that
holds the border between two kinds may be a third.
`;

/** Sorts windows into silence, tone, noise and the rest by level and spectrum. */
export const soundSorter = defineModel({
  id: 'sandbox/sound-sorter',
  task: 'audio-classification',
  card,
  examples: [
    { example_title: 'Silence, a tone, noise', src: 'silence-tone-noise.flac' },
    { example_title: 'A tune', src: 'tune.wav' },
  ],
  async answer(sound, _parameters, signal) {
    const size = powerOfTwo(sound.sampleRate / 20);
    const spectrum = powerSpectrum(size);
    const binWidth = sound.sampleRate / size;
    const counts = new Map(['silence', 'tone', 'noise', 'voice or music'].map((kind) => [kind, 0]));
    for await (const window of windows(mono(sound), size, mostWindows, signal)) {
      const kind = level(window) < silenceLevel ? 'silence' : kindOf(spectrum(window), binWidth);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return shares(counts);
  },
});

function kindOf(power: Float64Array, binWidth: number): string {
  const strongest = power.reduce((best, value, bin) => (value > (power[best] ?? 0) ? bin : best), 0);
  const around = power.subarray(Math.max(0, strongest - toneHalfWidth), strongest + toneHalfWidth + 1);
  if (around.length < power.length && sum(around) >= toneShare * sum(power)) return 'tone';
  const band = power.subarray(
    Math.ceil(lowestFrequency / binWidth),
    Math.floor(highestFrequency / binWidth) + 1,
  );
  return flatness(band) >= noiseFlatness ? 'noise' : 'voice or music';
}

function flatness(power: Float64Array): number {
  const arithmetic = sum(power) / power.length;
  const logarithms = power.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  return Math.exp(sum(logarithms) / power.length) / arithmetic;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
