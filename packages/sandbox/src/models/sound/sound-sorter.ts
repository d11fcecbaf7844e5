import FastFourierTransform from 'fft.js';
import { defineModel } from '../../define-model.ts';
import { mixDown } from '../../media/sound.ts';

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A function for the power spectrum of windows of `size` samples, weighted by a Hann curve. */
function createPowerSpectrum(size: number): (window: Float32Array) => Float64Array {
  const transform = new FastFourierTransform(size);
  const input = new Float64Array(size);
  const output = new Float64Array(size * 2);
  return (window) => {
    input.fill(0);
    for (const [index, sample] of window.entries()) {
      input[index] = sample * Math.sin((Math.PI * (index + 0.5)) / window.length) ** 2;
    }
    transform.realTransform(output, input);
    const power = (bin: number) => (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2;
    return Float64Array.from({ length: size / 2 + 1 }, (_, bin) => power(bin));
  };
}

function classifySpectrum(power: Float64Array): string {
  const strongest = power.indexOf(Math.max(...power));
  if (sum(power.subarray(Math.max(0, strongest - 3), strongest + 4)) >= 0.9 * sum(power)) return 'tone';
  const logarithms = power.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  const flatness = Math.exp(sum(logarithms) / power.length) / (sum(power) / power.length);
  return flatness >= 0.2 ? 'noise' : 'voice or music';
}

export const soundSorter = defineModel({
  id: 'sandbox/sound-sorter',
  task: 'audio-classification',
  card: `
Measures how much of a recording is silence, a tone, noise, or voice or music, with fixed rules.

The recording is cut into windows of about 60 ms. A window is silence if its level is below −60 dB, a tone if 90% of its power
is near one frequency, noise if its spectrum is flat (geometric mean of the power at least 0.2 × the arithmetic mean), otherwise voice or music. A score is a share of the
windows. It cannot distinguish a voice from a violin.
`,
  examples: [
    { example_title: 'Silence, a tone, noise', src: 'silence-tone-noise.flac' },
    { example_title: 'A tune', src: 'tune.wav' },
  ],
  answer(sound) {
    const samples = mixDown(sound);
    const size = 2 ** Math.max(1, Math.ceil(Math.log2(sound.sampleRate / 20)));
    const spectrum = createPowerSpectrum(size);
    const counts = new Map(['silence', 'tone', 'noise', 'voice or music'].map((kind) => [kind, 0]));
    const windows = Math.max(1, Math.floor(samples.length / size));
    for (let index = 0; index < windows; index += 1) {
      const window = samples.subarray(index * size, (index + 1) * size);
      const squares = window.reduce((total, sample) => total + sample * sample, 0);
      const kind = squares <= window.length * 0.001 ** 2 ? 'silence' : classifySpectrum(spectrum(window));
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return Array.from(counts, ([label, count]) => ({ label, score: count / windows }));
  },
});
