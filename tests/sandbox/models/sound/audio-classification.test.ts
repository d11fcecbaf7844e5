import { describe, expect, it } from 'vitest';
import { ask, scoresOf, type Label } from '../ask.ts';
import { inARow, makeNoise, oddSounds, sine, soundOf, toWav, type Sound } from './sounds.ts';

const sort = (sound: Sound) => ask<Label[]>('sound-sorter', toWav(sound));
const scores = async (sound: Sound) => scoresOf(await sort(sound));

const noise = makeNoise(3);
/** 16 windows at 16,000 samples per second. */
const second = 1.024;
const silence = soundOf(16_000, second, () => 0);
const a4 = soundOf(16_000, second, (time) => 0.5 * sine(440, time));
const hiss = soundOf(16_000, second, () => 0.3 * noise());
const buzz = soundOf(16_000, second, (time) =>
  Array.from({ length: 25 }, (_, index) => sine(120 * (index + 1), time) / (index + 1)).reduce(
    (sum, part) => sum + 0.2 * part,
    0,
  ),
);

describe('sandbox/sound-sorter', () => {
  it.each([
    ['silence', silence],
    ['tone', a4],
    ['noise', hiss],
    ['voice or music', buzz],
  ])('classifies %s', async (kind, sound) => {
    expect(await scores(sound)).toMatchObject({ [kind]: 1 });
  });

  it('scores kinds by their share of the time', async () => {
    expect(await sort(inARow(silence, a4, a4, hiss))).toEqual([
      { label: 'tone', score: 0.5 },
      { label: 'silence', score: 0.25 },
      { label: 'noise', score: 0.25 },
      { label: 'voice or music', score: 0 },
    ]);
  });

  it('treats audio below -60 dB full scale as silence', async () => {
    const soft = soundOf(16_000, second, (time) => 0.0013 * sine(440, time));
    const loud = soundOf(16_000, second, (time) => 0.0015 * sine(440, time));
    expect(await scores(soft)).toMatchObject({ silence: 1 });
    expect(await scores(loud)).toMatchObject({ tone: 1 });
  });

  it('averages the channels', async () => {
    const [samples = new Float32Array()] = a4.channels;
    const opposite = { sampleRate: 16_000, channels: [samples, samples.map((sample) => -sample)] };
    expect(await scores(opposite)).toMatchObject({ silence: 1 });
  });
});

describe('any audio', () => {
  it.each(oddSounds)('scores of %s add up to 1', async (_, sound) => {
    const labels = await sort(sound);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 12);
  });
});
