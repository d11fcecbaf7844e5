// Makes the example sounds in packages/sandbox/examples: node packages/sandbox/scripts/make-sounds.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import makeFlacEncoder from '@audio/encode-flac';
import { encodeWavFile2 } from 'wav-file-encoder';

const folder = new URL('../examples/', import.meta.url);

/** A row of numbers from -1 to 1 that is the same at every run. */
function makeNoise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Samples of a function of time in seconds. */
function samplesOf(sampleRate, seconds, wave) {
  return Float32Array.from({ length: Math.round(sampleRate * seconds) }, (_, index) =>
    wave(index / sampleRate),
  );
}

const sine = (frequency, time) => Math.sin(2 * Math.PI * frequency * time);

function joined(parts) {
  return Float32Array.from(parts.flatMap((part) => Array.from(part)));
}

/** Plucked notes of 0.512 s, four windows of the note namer: half of them A4. */
function tune(sampleRate) {
  const pitches = [440, 523.25, 659.26, 440, 392, 329.63, 440, 440];
  const pluck = (pitch) => (time) =>
    0.3 *
    Math.exp(-3 * time) *
    Math.min(1, time / 0.005) *
    [1, 2, 3, 4].reduce((sum, harmonic) => sum + sine(pitch * harmonic, time) / harmonic, 0);
  return joined(pitches.map((pitch) => samplesOf(sampleRate, 0.512, pluck(pitch))));
}

/** HELLO WORLD at some 18 words a minute and 700 Hz, as unsteady as a hand, under hiss. */
function morse(sampleRate) {
  const code = '.... . .-.. .-.. --- / .-- --- .-. .-.. -..';
  const random = makeNoise(7);
  const dot = () => 0.066 * (1 + 0.1 * random());
  const lengths = { '.': 1, '-': 3, ' ': 2, '/': 2 };
  const parts = [samplesOf(sampleRate, 0.4, () => 0)];
  for (const sign of code) {
    const seconds = lengths[sign] * dot();
    const edge = (time) => Math.min(1, time / 0.005, (seconds - time) / 0.005);
    const beep = sign === '.' || sign === '-';
    parts.push(samplesOf(sampleRate, seconds, (time) => (beep ? 0.4 * edge(time) * sine(700, time) : 0)));
    if (beep) parts.push(samplesOf(sampleRate, dot(), () => 0));
  }
  parts.push(samplesOf(sampleRate, 0.4, () => 0));
  return joined(parts).map((sample) => sample + 0.03 * random());
}

/** A third each of silence, 440 Hz and white noise, 16 windows of the sound sorter long. */
function silenceToneNoise(sampleRate) {
  const random = makeNoise(1);
  const kinds = [() => 0, (time) => 0.5 * sine(440, time), () => 0.3 * random()];
  return joined(kinds.map((wave) => samplesOf(sampleRate, 1.024, wave)));
}

/** A drone of 110 Hz in the middle, beeps of 3000 Hz that change sides. */
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

/** Place in a FLAC file of the low 32 bits of the number of samples, which the encoder cannot know beforehand. */
const flacLength = 22;

async function writeFlac(name, sampleRate, channels) {
  const encoder = await makeFlacEncoder({ sampleRate, channels: channels.length, compression: 8 });
  const file = Buffer.concat([encoder.encode(channels), encoder.flush()]);
  file.writeUInt32BE(channels[0].length, flacLength);
  await writeFile(new URL(name, folder), file);
}

await mkdir(folder, { recursive: true });
await writeWav('tune.wav', 8000, [tune(8000)]);
await writeWav('morse.wav', 8000, [morse(8000)]);
await writeFlac('silence-tone-noise.flac', 8000, [silenceToneNoise(8000)]);
await writeFlac('drone-and-beeps.flac', 16000, droneAndBeeps(16000));
