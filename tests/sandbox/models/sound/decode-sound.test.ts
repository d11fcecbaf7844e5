import { readFile } from 'node:fs/promises';
import encodeFlac from '@audio/encode-flac';
import { describe, expect, it } from 'vitest';
import type { ModelDefinition } from '@tryout/sandbox';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { rejection } from '../../../support/ask.ts';
import { post } from '../../support.ts';
import { chunk, wav, type Sound } from './sounds.ts';

let heard: Sound | undefined;

const listener: ModelDefinition<'automatic-speech-recognition'> = {
  id: 'test/listener',
  task: 'automatic-speech-recognition',
  card: '# test/listener\n',
  examples: [{ src: 'morse.wav' }],
  answer(sound) {
    heard = sound as Sound;
    return { text: 'heard' };
  },
};

const loud: Sound = {
  sampleRate: 11_127,
  channels: [Float32Array.of(0, 0.5, -0.5, 2, -2), Float32Array.of(0.25, -0.25, 1, -1, NaN)],
};
const speaker = (id: string, sound: Sound): ModelDefinition<'text-to-speech'> => ({
  id,
  task: 'text-to-speech',
  card: `# ${id}\n`,
  examples: [{ text: 'a' }],
  answer: () => ({ ...sound, channels: [...sound.channels] }),
});
const silent = { sampleRate: 8000, channels: [] };

const models = [listener, speaker('test/loud', loud), speaker('test/silent', silent)];
const { inferenceUrl } = await recordingSandbox({ models });

/** What a model gets. @throws with the message of the server */
async function decode(file: Uint8Array): Promise<Sound> {
  const response = await post(`${inferenceUrl}/models/test/listener`, file);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return heard!;
}

async function speak(id: string): Promise<Buffer> {
  const response = await post(`${inferenceUrl}/models/${id}`, { inputs: 'a' });
  return Buffer.from(await response.arrayBuffer());
}

const mono16 = { tag: 1, bits: 16, channels: 1, sampleRate: 8000 };

function int16(...values: number[]): Buffer {
  return Buffer.from(Int16Array.from(values).buffer);
}

describe('a sound file', () => {
  it('decodes 16-bit stereo WAV', async () => {
    const file = wav(
      { ...mono16, channels: 2, sampleRate: 22_255 },
      int16(0, 32767, -32768, 1, 16384, -16384),
    );
    const { sampleRate, channels } = await decode(file);
    expect(sampleRate).toBe(22_255);
    expect(channels).toHaveLength(2);
    expect(Array.from(channels[0] ?? [])).toEqual([0, -1, Math.fround(16384 / 32767)]);
    expect(Array.from(channels[1] ?? [])).toEqual([1, Math.fround(1 / 32767), -0.5]);
  });

  it('decodes 24-bit WAV', async () => {
    const data = Buffer.alloc(12);
    [0, 8_388_607, -8_388_608, -4_194_304].forEach((value, index) => data.writeIntLE(value, index * 3, 3));
    const { channels } = await decode(wav({ ...mono16, bits: 24 }, data));
    expect(Array.from(channels[0] ?? [])).toEqual([0, 1, -1, -0.5]);
  });

  it('decodes float WAV, clips loud samples and replaces NaN with silence', async () => {
    const data = Buffer.from(Float32Array.of(0.25, -0.125, 3, -Infinity, NaN).buffer);
    const { channels } = await decode(wav({ ...mono16, tag: 3, bits: 32 }, data));
    expect(Array.from(channels[0] ?? [])).toEqual([0.25, -0.125, 1, -1, 0]);
  });

  it('decodes WAV with an odd-length metadata chunk', async () => {
    const file = wav(mono16, int16(-16384, 0), chunk('note', Buffer.from('odd')));
    const { channels } = await decode(file);
    expect(Array.from(channels[0] ?? [])).toEqual([-0.5, 0]);
  });

  it('decodes FLAC', async () => {
    const left = Float32Array.from({ length: 5000 }, (_, index) => Math.sin(index / 7) * 0.9);
    const right = left.map((sample, index) => (index % 2 === 0 ? sample : -1));
    const encoder = await encodeFlac({ sampleRate: 44_100, channels: 2 });
    const file = Buffer.concat([encoder.encode([left, right]), encoder.flush()]);
    const { sampleRate, channels } = await decode(file);
    expect(sampleRate).toBe(44_100);
    const written = (sample: number): number => Math.fround(Math.round(sample * 32767) / 32767);
    const farthest = [left, right].map((samples, channel) =>
      samples.reduce((most, sample, index) => {
        const difference = Math.abs(written(sample) - (channels[channel]?.[index] ?? 9));
        return Math.max(most, difference);
      }, 0),
    );
    expect(channels.map((samples) => samples.length)).toEqual([5000, 5000]);
    expect(Math.max(...farthest)).toBeLessThan(1e-7);
  });

  const truncatedHeader = wav(mono16, int16(1)).subarray(0, 30);
  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /not a readable audio file/],
    ['text', Buffer.from('not a sound at all, whatever its name says'), /not a readable audio file/],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not a readable audio file/],
    ['a FLAC with only its signature', Buffer.from('fLaC'), /(not a readable audio file|no samples)/],
    ['an MP3 header followed by noise', Buffer.from('fffb90640000000000000000000000000000', 'hex'), /no/],
    ['a WAV with a truncated header', truncatedHeader, /not a readable|no samples/],
    ['a WAV without samples', wav(mono16, Buffer.alloc(0)), /no samples/],
    ['a WAV longer than half an hour', wav({ ...mono16, sampleRate: 1 }, Buffer.alloc(3602)), /30 minutes/],
  ])('rejects %s', async (_, bytes, message) => {
    const { message: refusal } = await rejection(decode(bytes));
    expect(refusal).toMatch(/^400 /);
    expect(refusal).toMatch(message);
  });

  it('rejects a file of more than 20 MB', async () => {
    await expect(decode(new Uint8Array(20_000_001))).rejects.toThrow(/20 MB/);
  });

  it.each(['tune.wav', 'morse.wav', 'silence-tone-noise.flac', 'drone-and-beeps.flac'])(
    'decodes the example %s',
    async (name) => {
      const file = await readFile(new URL(`../../../../examples/${name}`, import.meta.url));
      const { sampleRate, channels } = await decode(file);
      expect((channels[0]?.length ?? 0) / sampleRate).toBeGreaterThan(1.5);
    },
  );
});

describe('the sound file of an answer', () => {
  it('has clipped 16-bit samples', async () => {
    const bytes = await speak('test/loud');
    const written = Array.from({ length: 10 }, (_, index) => bytes.readInt16LE(44 + 2 * index));
    expect(written).toEqual([0, 8192, 16384, -8192, -16384, 32767, 32767, -32768, -32768, 0]);
    const back = await decode(bytes);
    expect(back.sampleRate).toBe(11_127);
    expect(back.channels[1]?.[0]).toBeCloseTo(0.25, 4);
  });

  it('may have no samples', async () => {
    expect(await speak('test/silent')).toHaveLength(44);
  });
});
