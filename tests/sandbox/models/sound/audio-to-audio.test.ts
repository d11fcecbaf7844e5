import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';
import { fromWav, makeNoise, oddSounds, sine, soundOf, toWav, type Sound } from './sounds.ts';

async function split(sound: Sound): Promise<{ low: Sound; high: Sound }> {
  const tracks = await ask<{ label: string; blob: string }[]>('bass-treble-splitter', toWav(sound));
  expect(tracks.map(({ label }) => label)).toEqual(['low', 'high']);
  const [low, high] = tracks.map(({ blob }) => fromWav(Buffer.from(blob, 'base64')));
  return { low: low!, high: high! };
}

/** The peak in the middle half, after the filter has settled. */
function amplitude({ channels: [samples = new Float32Array()] }: Sound): number {
  return samples
    .subarray(samples.length / 4, (samples.length * 3) / 4)
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

describe('sandbox/bass-treble-splitter', () => {
  it.each([
    [100, 1, 0],
    [1000, 0.25, 0.75],
    [4000, 0, 1],
  ])('splits %d Hz', async (frequency, inLow, inHigh) => {
    const { low, high } = await split(soundOf(44_100, 1, (time) => sine(frequency, time)));
    expect(amplitude(low)).toBeCloseTo(inLow, 1);
    expect(amplitude(high)).toBeCloseTo(inHigh, 1);
  });

  it('the tracks of each channel add up to the original', async () => {
    const noise = makeNoise(5);
    const [left = new Float32Array()] = soundOf(22_050, 0.3, () => noise() / 2).channels;
    const [right = new Float32Array()] = soundOf(22_050, 0.3, (time) => sine(700, time) / 2).channels;
    const { low, high } = await split({ sampleRate: 22_050, channels: [left, right] });
    for (const [channel, samples] of [left, right].entries()) {
      const farthest = samples.reduce((most, sample, index) => {
        const together = (low.channels[channel]?.[index] ?? 9) + (high.channels[channel]?.[index] ?? 9);
        return Math.max(most, Math.abs(together - sample));
      }, 0);
      // Both are rounded to 16 bits.
      expect(farthest).toBeLessThan(2 / 32_767);
    }
  });
});

describe('any audio', () => {
  it.each(oddSounds)('keeps sample rate, channels and length of %s', async (_, sound) => {
    for (const part of Object.values(await split(sound))) {
      expect(part.sampleRate).toBe(sound.sampleRate);
      expect(part.channels.map((samples) => samples.length)).toEqual(
        sound.channels.map((samples) => samples.length),
      );
    }
  });
});
