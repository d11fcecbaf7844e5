import { setImmediate } from 'node:timers/promises';

/** Windows after which other work gets a turn, so that an answer in the making holds up nobody. */
const windowsPerTurn = 100;

/** The smallest power of two that is at least `length`, and at least 2. */
export function powerOfTwo(length: number): number {
  return 2 ** Math.max(1, Math.ceil(Math.log2(length)));
}

/**
 * Cuts samples into windows of `size` that follow on each other. An incomplete last window is left out, unless
 * it is the only one. Of more than `most` windows, `most` evenly spread ones are taken.
 *
 * @param signal stops the work between windows.
 */
export async function* windows(
  samples: Float32Array,
  size: number,
  most: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const available = Math.max(1, Math.floor(samples.length / size));
  const taken = Math.min(available, most);
  for (let turn = 0; turn < taken; turn++) {
    if (turn % windowsPerTurn === 0) await setImmediate();
    signal.throwIfAborted();
    const start = Math.floor((turn * available) / taken) * size;
    yield samples.subarray(start, start + size);
  }
}

/** Root mean square of samples; 0 when there are none. */
export function level(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length > 0 ? Math.sqrt(sum / samples.length) : 0;
}
