import type { Sound } from '../../../../packages/sandbox/src/media/sound.ts';

/** Mono audio with the samples of `wave`, a function of time in seconds. */
export function soundOf(sampleRate: number, seconds: number, wave: (time: number) => number): Sound {
  const length = Math.round(sampleRate * seconds);
  return {
    sampleRate,
    channels: [Float32Array.from({ length }, (_, index) => wave(index / sampleRate))],
  };
}

export function sine(frequency: number, time: number): number {
  return Math.sin(2 * Math.PI * frequency * time);
}

/** Reproducible white noise from -1 to 1. */
export function makeNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Concatenates mono audio with the same sample rate. */
export function inARow(...sounds: Sound[]): Sound {
  return {
    sampleRate: sounds[0]?.sampleRate ?? 0,
    channels: [Float32Array.from(sounds.flatMap((sound) => Array.from(sound.channels[0] ?? [])))],
  };
}

export const never = new AbortController().signal;

/** Edge cases for all models. */
export const oddSounds: [string, Sound][] = [
  ['no channel', { sampleRate: 16_000, channels: [] }],
  ['no sample', { sampleRate: 16_000, channels: [new Float32Array()] }],
  ['one sample', { sampleRate: 16_000, channels: [Float32Array.of(1)] }],
  ['one sample a second', { sampleRate: 1, channels: [Float32Array.of(0, 1, -1)] }],
  ['an odd sample rate', soundOf(11_127, 0.5, (time) => sine(440, time))],
  ['stereo', { sampleRate: 44_100, channels: [new Float32Array(999).fill(0.1), new Float32Array(999)] }],
  ['ten minutes', soundOf(8000, 600, (time) => sine(440, time) * (time % 1 < 0.5 ? 0.5 : 0))],
  ['full scale', { sampleRate: 8000, channels: [new Float32Array(8000).fill(1)] }],
];
