import type { Sound } from '../../media/sound.ts';

/** The mean of a sound's channels; empty for a sound without any. */
export function mono({ channels }: Sound): Float32Array {
  const [first, ...others] = channels;
  if (!first) return new Float32Array();
  if (others.length === 0) return first;
  const mean = new Float32Array(first.length);
  for (const channel of channels) {
    for (let index = 0; index < mean.length; index++) {
      mean[index] = (mean[index] ?? 0) + (channel[index] ?? 0) / channels.length;
    }
  }
  return mean;
}
