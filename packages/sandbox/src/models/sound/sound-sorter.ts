import { defineModel } from '../../define-model.ts';
import { createPowerSpectrum, mono, windowSize, windowsOf } from './signal.ts';

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function kindOf(power: Float64Array, binWidth: number): string {
  const strongest = power.indexOf(power.reduce((max, value) => Math.max(max, value), 0));
  const around = power.subarray(Math.max(0, strongest - 3), strongest + 4);
  if (around.length < power.length && sum(around) >= 0.9 * sum(power)) return 'tone';
  const band = power.subarray(Math.ceil(50 / binWidth), Math.floor(4000 / binWidth) + 1);
  const logarithms = band.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  const flatness = Math.exp(sum(logarithms) / band.length) / (sum(band) / band.length);
  return flatness >= 0.2 ? 'noise' : 'voice or music';
}

export const soundSorter = defineModel({
  id: 'sandbox/sound-sorter',
  task: 'audio-classification',
  card: `# Sound sorter

Measures how much of a recording is silence, a tone, noise, or voice or music, with fixed rules.

## How it works

The mean of the channels is cut into windows of about 60 ms. The first rule that matches a window applies:

- **silence**: the level (root mean square) is below 0.001, 60 dB below full scale
- **tone**: at least 90% of the power is within three frequency bins of the strongest one
- **noise**: the spectral flatness from 50 to 4000 Hz is at least 0.2; white noise has about 0.56
- **voice or music**: everything else

A score is a share of the windows, so the four scores add up to 1.

## Limits

It cannot distinguish a voice from a violin. A rumble counts as voice or music, a whistle as a tone.
`,
  examples: [
    { example_title: 'Silence, a tone, noise', src: 'silence-tone-noise.flac' },
    { example_title: 'A tune', src: 'tune.wav' },
  ],
  async answer(sound, _parameters, signal) {
    const size = windowSize(sound.sampleRate);
    const spectrum = createPowerSpectrum(size);
    const counts = new Map(['silence', 'tone', 'noise', 'voice or music'].map((kind) => [kind, 0]));
    let windows = 0;
    for await (const window of windowsOf(mono(sound), size, signal)) {
      const squares = window.reduce((total, sample) => total + sample * sample, 0);
      const isSilent = squares < window.length * 0.001 ** 2 || window.length === 0;
      const kind = isSilent ? 'silence' : kindOf(spectrum(window), sound.sampleRate / size);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      windows += 1;
    }
    return [...counts]
      .map(([label, count]) => ({ label, score: count / windows }))
      .sort((left, right) => right.score - left.score);
  },
});
