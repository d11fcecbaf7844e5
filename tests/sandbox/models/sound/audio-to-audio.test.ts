import { constants } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Sound } from '../../../../packages/sandbox/src/media/sound.ts';
import { maxSamples } from '../../../../packages/sandbox/src/media/wav.ts';
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
    [100, 44_100],
    [500, 44_100],
    [1000, 44_100],
    [1000, 11_127],
    [2000, 44_100],
    [4000, 16_000],
  ])('the gain at %d Hz and a sample rate of %d matches the card', async (frequency, sampleRate) => {
    const { low, high } = await split(soundOf(sampleRate, 1, (time) => sine(frequency, time)));
    const ratio = Math.tan((Math.PI * frequency) / sampleRate) / Math.tan((Math.PI * 1000) / sampleRate);
    expect(amplitude(low)).toBeCloseTo(1 / (1 + ratio ** 4), 2);
    expect(amplitude(high)).toBeCloseTo(ratio ** 4 / (1 + ratio ** 4), 2);
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

  it('returns silent treble at a sample rate of 2000', async () => {
    const sound = soundOf(2000, 0.5, (time) => sine(300, time));
    const { low, high } = await split(sound);
    expect(low).toEqual(sound);
    expect(amplitude(high)).toBe(0);
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

it('the maximum audio length keeps both tracks within the maximum string length as base64', () => {
  const partBytes = 44 + 2 * maxSamples;
  expect(2 * Math.ceil(partBytes / 3) * 4).toBeLessThan(constants.MAX_STRING_LENGTH);
});
