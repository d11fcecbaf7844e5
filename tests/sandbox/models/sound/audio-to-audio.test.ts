import { describe, expect, it } from 'vitest';
import type { Sound } from '../../../../packages/sandbox/src/media/sound.ts';
import { bassTrebleSplitter } from '../../../../packages/sandbox/src/models/sound/bass-treble-splitter.ts';
import { makeNoise, never, oddSounds, sine, soundOf } from './sounds.ts';

async function split(sound: Sound): Promise<{ low: Sound; high: Sound }> {
  const [low, high] = await bassTrebleSplitter.answer(sound, {}, never);
  if (low?.label !== 'low' || high?.label !== 'high') throw new Error('not low and high');
  return { low: low.sound, high: high.sound };
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
    const [left = new Float32Array()] = soundOf(22_050, 0.3, noise).channels;
    const [right = new Float32Array()] = soundOf(22_050, 0.3, (time) => sine(700, time)).channels;
    const { low, high } = await split({ sampleRate: 22_050, channels: [left, right] });
    for (const [channel, samples] of [left, right].entries()) {
      const farthest = samples.reduce((most, sample, index) => {
        const together = (low.channels[channel]?.[index] ?? 9) + (high.channels[channel]?.[index] ?? 9);
        return Math.max(most, Math.abs(together - sample));
      }, 0);
      expect(farthest).toBeLessThan(1e-6);
    }
  });
});

describe('any audio', () => {
  it.each(oddSounds)('keeps sample rate, channels and length of %s', async (_, sound) => {
    for (const part of await bassTrebleSplitter.answer(sound, {}, never)) {
      expect(part.sound.sampleRate).toBe(sound.sampleRate);
      expect(part.sound.channels.map((samples) => samples.length)).toEqual(
        sound.channels.map((samples) => samples.length),
      );
      expect(part.sound.channels.every((samples) => samples.every(Number.isFinite))).toBe(true);
    }
  });
});
