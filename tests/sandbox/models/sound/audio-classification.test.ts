import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../packages/sandbox/src/define-model.ts';
import type { Sound } from '../../../../packages/sandbox/src/media/sound.ts';
import { soundSorter } from '../../../../packages/sandbox/src/models/sound/sound-sorter.ts';
import { inARow, makeNoise, never, oddSounds, sine, soundOf } from './sounds.ts';

async function scores(model: typeof soundSorter, sound: Sound): Promise<Record<string, number>> {
  const labels: Label[] = await model.answer(sound, {}, never);
  return Object.fromEntries(labels.map(({ label, score }) => [label, score]));
}

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
    expect(await scores(soundSorter, sound)).toMatchObject({ [kind]: 1 });
  });

  it('scores kinds by their share of the time', async () => {
    const labels = await soundSorter.answer(inARow(silence, a4, a4, hiss), {}, never);
    expect(labels).toEqual([
      { label: 'silence', score: 0.25 },
      { label: 'tone', score: 0.5 },
      { label: 'noise', score: 0.25 },
      { label: 'voice or music', score: 0 },
    ]);
  });

  it('treats audio below -60 dB full scale as silence', async () => {
    const soft = soundOf(16_000, second, (time) => 0.0013 * sine(440, time));
    const loud = soundOf(16_000, second, (time) => 0.0015 * sine(440, time));
    expect(await scores(soundSorter, soft)).toMatchObject({ silence: 1 });
    expect(await scores(soundSorter, loud)).toMatchObject({ tone: 1 });
  });

  it('classifies empty audio as silence', async () => {
    expect(await scores(soundSorter, { sampleRate: 16_000, channels: [] })).toMatchObject({ silence: 1 });
  });

  it('averages the channels', async () => {
    const [samples = new Float32Array()] = a4.channels;
    const opposite = { sampleRate: 16_000, channels: [samples, samples.map((sample) => -sample)] };
    expect(await scores(soundSorter, opposite)).toMatchObject({ silence: 1 });
  });
});

describe('any audio', () => {
  it.each(oddSounds)('scores of %s add up to 1', async (_, sound) => {
    const labels = await soundSorter.answer(sound, {}, never);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 12);
  });
});
