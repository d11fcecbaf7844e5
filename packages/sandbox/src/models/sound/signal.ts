import { setImmediate } from 'node:timers/promises';
import FastFourierTransform from 'fft.js';
import type { Sound } from '../../media/sound.ts';

/** The mean of a sound's channels; empty for a sound without channels. */
export function mono({ channels }: Sound): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  const sum = first.slice();
  for (const channel of others) {
    for (let index = 0; index < sum.length; index += 1) sum[index]! += channel[index]!;
  }
  return sum.map((sample) => sample / channels.length);
}

/** The length in samples of windows of about 60 ms: a power of two, for the Fourier transform. */
export function windowSize(sampleRate: number): number {
  return 2 ** Math.max(1, Math.ceil(Math.log2(sampleRate / 20)));
}

/**
 * Consecutive windows of `size` samples; a shorter last window only if it is the only one. Of more than 4,000 windows,
 * 4,000 evenly spaced ones. Yields to other work in between.
 */
export async function* windowsOf(
  samples: Float32Array,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const available = Math.max(1, Math.floor(samples.length / size));
  const count = Math.min(available, 4000);
  for (let index = 0; index < count; index += 1) {
    if (index % 100 === 0) await setImmediate();
    signal.throwIfAborted();
    const start = Math.floor((index * available) / count) * size;
    yield samples.subarray(start, start + size);
  }
}

/**
 * A function for the power spectrum of windows of at most `size` samples, weighted by a Hann curve. Bin k has the frequency
 * k * sampleRate / size.
 */
export function createPowerSpectrum(size: number): (window: Float32Array) => Float64Array {
  const transform = new FastFourierTransform(size);
  const input = new Float64Array(size);
  const output = new Float64Array(size * 2);
  return (window) => {
    input.fill(0);
    for (const [index, sample] of window.entries()) {
      input[index] = sample * Math.sin((Math.PI * (index + 0.5)) / window.length) ** 2;
    }
    transform.realTransform(output, input);
    return Float64Array.from(
      { length: size / 2 + 1 },
      (_, bin) => (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2,
    );
  };
}
