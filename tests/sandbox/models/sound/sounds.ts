/** One array of samples (-1 to 1) per channel. */
export interface Sound {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

interface WavFormat {
  /** 1 for integers, 3 for floats. */
  readonly tag: number;
  readonly bits: number;
  readonly channels: number;
  readonly sampleRate: number;
}

export function chunk(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

export function wav(
  { tag, bits, channels, sampleRate }: WavFormat,
  data: Buffer,
  ...before: Buffer[]
): Buffer {
  const frameBytes = (channels * bits) / 8;
  const head = Buffer.alloc(16);
  head.writeUInt16LE(tag, 0);
  head.writeUInt16LE(channels, 2);
  head.writeUInt32LE(sampleRate, 4);
  head.writeUInt32LE(sampleRate * frameBytes, 8);
  head.writeUInt16LE(frameBytes, 12);
  head.writeUInt16LE(bits, 14);
  const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', head), ...before, chunk('data', data)]);
  return chunk('RIFF', body);
}

/** A WAV file with the exact samples. */
export function toWav({ sampleRate, channels }: Sound): Buffer {
  const frames = channels[0]?.length ?? 0;
  const data = new Float32Array(frames * channels.length);
  for (const [number, samples] of channels.entries())
    for (let at = 0; at < frames; at += 1) data[at * channels.length + number] = samples[at] ?? 0;
  return wav({ tag: 3, bits: 32, channels: channels.length, sampleRate }, Buffer.from(data.buffer));
}

/** Reads the 16-bit WAV files of the sandbox. */
export function fromWav(file: Buffer): Sound {
  const count = file.readUInt16LE(22);
  const samples = new Int16Array(new Uint8Array(file.subarray(44)).buffer);
  const channels = Array.from({ length: count }, (_, channel) =>
    Float32Array.from(
      { length: samples.length / count },
      (__, at) => samples[at * count + channel]! / 32_767,
    ),
  );
  return { sampleRate: file.readUInt32LE(24), channels };
}

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

/** Edge cases for all models. */
export const oddSounds: [string, Sound][] = [
  ['one sample', { sampleRate: 16_000, channels: [Float32Array.of(1)] }],
  ['one sample a second', { sampleRate: 1, channels: [Float32Array.of(0, 1, -1)] }],
  ['an odd sample rate', soundOf(11_127, 0.5, (time) => sine(440, time))],
  ['stereo', { sampleRate: 44_100, channels: [new Float32Array(999).fill(0.1), new Float32Array(999)] }],
  ['a minute', soundOf(8000, 60, (time) => sine(440, time) * (time % 1 < 0.5 ? 0.5 : 0))],
  ['full scale', { sampleRate: 8000, channels: [new Float32Array(8000).fill(1)] }],
];
