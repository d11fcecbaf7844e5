import { powerSpectrum } from './power-spectrum.ts';
import { powerOfTwo, windows } from './windows.ts';

const mostWindows = 2000;
const lowestPitch = 200;
const highestPitch = 3000;

/**
 * The strongest frequency from 200 Hz to 3000 Hz, in Hz, in the mean power spectrum of windows of about 60 ms;
 * `undefined` where there is none: in silence, or when the sample rate is too low.
 */
export async function strongestPitch(
  samples: Float32Array,
  sampleRate: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const size = powerOfTwo(sampleRate / 20);
  const spectrum = powerSpectrum(size);
  const total = new Float64Array(size / 2 + 1);
  for await (const window of windows(samples, size, mostWindows, signal)) {
    for (const [bin, power] of spectrum(window).entries()) total[bin] = (total[bin] ?? 0) + power;
  }
  const first = Math.ceil((lowestPitch * size) / sampleRate);
  const last = Math.min(Math.floor((highestPitch * size) / sampleRate), size / 2 - 1);
  let strongest: number | undefined;
  let most = 0;
  for (let bin = first; bin <= last; bin++) {
    const power = total[bin] ?? 0;
    if (power > most) [strongest, most] = [bin, power];
  }
  return strongest === undefined ? undefined : (strongest * sampleRate) / size;
}
