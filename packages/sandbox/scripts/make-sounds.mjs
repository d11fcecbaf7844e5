// Makes the example sounds in examples: node packages/sandbox/scripts/make-sounds.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import makeFlacEncoder from '@audio/encode-flac';
import { encodeWavFile2 } from 'wav-file-encoder';

const folder = new URL('../../../examples/', import.meta.url);

/** A pseudo-random number generator from -1 to 1, the same in every run. */
function makeNoise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Samples a function of time in seconds. */
function samplesOf(sampleRate, seconds, wave) {
  return Float32Array.from({ length: Math.round(sampleRate * seconds) }, (_, index) =>
    wave(index / sampleRate),
  );
}

const sine = (frequency, time) => Math.sin(2 * Math.PI * frequency * time);

function concatenate(parts) {
  return Float32Array.from(parts.flatMap((part) => Array.from(part)));
}

/** Plucked notes of 0.512 s (four windows of the sandbox's note detection), half of them A4. */
function tune(sampleRate) {
  const pitches = [440, 523.25, 659.26, 440, 392, 329.63, 440, 440];
  const pluck = (pitch) => (time) =>
    0.3 *
    Math.exp(-3 * time) *
    Math.min(1, time / 0.005) *
    [1, 2, 3, 4].reduce((sum, harmonic) => sum + sine(pitch * harmonic, time) / harmonic, 0);
  return concatenate(pitches.map((pitch) => samplesOf(sampleRate, 0.512, pluck(pitch))));
}

/** HELLO WORLD in Morse code: about 18 words per minute, 700 Hz, irregular timing, background noise. */
function morse(sampleRate) {
  const code = '.... . .-.. .-.. --- / .-- --- .-. .-.. -..';
  const random = makeNoise(7);
  const dot = () => 0.066 * (1 + 0.1 * random());
  const lengths = { '.': 1, '-': 3, ' ': 2, '/': 2 };
  const parts = [samplesOf(sampleRate, 0.4, () => 0)];
  for (const symbol of code) {
    const seconds = lengths[symbol] * dot();
    const edge = (time) => Math.min(1, time / 0.005, (seconds - time) / 0.005);
    const isBeep = symbol === '.' || symbol === '-';
    parts.push(samplesOf(sampleRate, seconds, (time) => (isBeep ? 0.4 * edge(time) * sine(700, time) : 0)));
    if (isBeep) parts.push(samplesOf(sampleRate, dot(), () => 0));
  }
  parts.push(samplesOf(sampleRate, 0.4, () => 0));
  return concatenate(parts).map((sample) => sample + 0.03 * random());
}

/** Silence, a 440 Hz tone and white noise, 1.024 s each (together 48 windows of the sandbox's sound classifier). */
function silenceToneNoise(sampleRate) {
  const random = makeNoise(1);
  const kinds = [() => 0, (time) => 0.5 * sine(440, time), () => 0.3 * random()];
  return concatenate(kinds.map((wave) => samplesOf(sampleRate, 1.024, wave)));
}

/** A 110 Hz drone in the center and 3,000 Hz beeps that alternate between left and right. */
function droneAndBeeps(sampleRate) {
  const beep = (time) =>
    time % 0.5 < 0.1 ? 0.3 * sine(3000, time) * Math.sin(Math.PI * ((time % 0.5) / 0.1)) : 0;
  const side = (time) => Math.floor(time / 0.5) % 2;
  return [0, 1].map((channel) =>
    samplesOf(sampleRate, 2, (time) => 0.4 * sine(110, time) + (side(time) === channel ? beep(time) : 0)),
  );
}

const sixteenBits = 0;

async function writeWav(name, sampleRate, channels) {
  await writeFile(new URL(name, folder), new Uint8Array(encodeWavFile2(channels, sampleRate, sixteenBits)));
}

/** Offset of the low 32 bits of the sample count in a FLAC file, which the encoder leaves unset. */
const flacSampleCountOffset = 22;

async function writeFlac(name, sampleRate, channels) {
  const encoder = await makeFlacEncoder({ sampleRate, channels: channels.length, compression: 8 });
  const file = Buffer.concat([encoder.encode(channels), encoder.flush()]);
  file.writeUInt32BE(channels[0].length, flacSampleCountOffset);
  await writeFile(new URL(name, folder), file);
}

await mkdir(folder, { recursive: true });
await writeWav('tune.wav', 8000, [tune(8000)]);
await writeWav('morse.wav', 8000, [morse(8000)]);
await writeFlac('silence-tone-noise.flac', 8000, [silenceToneNoise(8000)]);
await writeFlac('drone-and-beeps.flac', 16000, droneAndBeeps(16000));
