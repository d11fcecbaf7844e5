import { readFile } from 'node:fs/promises';
import encodeFlac from '@audio/encode-flac';
import { describe, expect, it } from 'vitest';
import { ModelInputError } from '../../../../packages/sandbox/src/define-model.ts';
import { decodeSound, encodeWav } from '../../../../packages/sandbox/src/media/sound.ts';

interface WavFormat {
  /** 1 for integers, 3 for floats. */
  tag: number;
  bits: number;
  channels: number;
  sampleRate: number;
  frameBytes?: number;
}

function chunk(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

function wav(format: WavFormat, data: Buffer, ...before: Buffer[]): Buffer {
  const { tag, bits, channels, sampleRate } = format;
  const frameBytes = format.frameBytes ?? (channels * bits) / 8;
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

const mono16: WavFormat = { tag: 1, bits: 16, channels: 1, sampleRate: 8000 };

function int16(...values: number[]): Buffer {
  return Buffer.from(Int16Array.from(values).buffer);
}

describe('decodeSound', () => {
  it('decodes 16-bit stereo WAV', async () => {
    const file = wav(
      { ...mono16, channels: 2, sampleRate: 22_255 },
      int16(0, 32767, -32768, 1, 16384, -16384),
    );
    const { sampleRate, channels } = await decodeSound(file);
    expect(sampleRate).toBe(22_255);
    expect(channels).toHaveLength(2);
    expect(Array.from(channels[0] ?? [])).toEqual([0, -1, Math.fround(16384 / 32767)]);
    expect(Array.from(channels[1] ?? [])).toEqual([1, Math.fround(1 / 32767), -0.5]);
  });

  it('decodes 24-bit WAV', async () => {
    const data = Buffer.alloc(12);
    [0, 8_388_607, -8_388_608, -4_194_304].forEach((value, index) => data.writeIntLE(value, index * 3, 3));
    const { channels } = await decodeSound(wav({ ...mono16, bits: 24 }, data));
    expect(Array.from(channels[0] ?? [])).toEqual([0, 1, -1, -0.5]);
  });

  it('decodes float WAV, clips loud samples and replaces NaN with silence', async () => {
    const data = Buffer.from(Float32Array.of(0.25, -0.125, 3, -Infinity, NaN).buffer);
    const { channels } = await decodeSound(wav({ ...mono16, tag: 3, bits: 32 }, data));
    expect(Array.from(channels[0] ?? [])).toEqual([0.25, -0.125, 1, -1, 0]);
  });

  it('decodes WAV with an odd-length metadata chunk', async () => {
    const file = wav(mono16, int16(-16384, 0), chunk('note', Buffer.from('odd')));
    const { channels } = await decodeSound(file);
    expect(Array.from(channels[0] ?? [])).toEqual([-0.5, 0]);
  });

  it('decodes FLAC', async () => {
    const left = Float32Array.from({ length: 5000 }, (_, index) => Math.sin(index / 7) * 0.9);
    const right = left.map((sample, index) => (index % 2 === 0 ? sample : -1));
    const encoder = await encodeFlac({ sampleRate: 44_100, channels: 2 });
    const file = Buffer.concat([encoder.encode([left, right]), encoder.flush()]);
    const { sampleRate, channels } = await decodeSound(file);
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

  it('does not modify its input', async () => {
    const file = wav(mono16, int16(1, 2, 3));
    const copy = Buffer.from(file);
    await decodeSound(file);
    expect(file.equals(copy)).toBe(true);
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
    const refusal = await decodeSound(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ModelInputError);
    expect(String(refusal)).toMatch(message);
  });

  it('rejects a file of more than 20 MB', async () => {
    await expect(decodeSound(new Uint8Array(20_000_001))).rejects.toThrow(/20 MB/);
  });

  it.each(['tune.wav', 'morse.wav', 'silence-tone-noise.flac', 'drone-and-beeps.flac'])(
    'decodes the example %s',
    async (name) => {
      const file = await readFile(new URL(`../../../../examples/${name}`, import.meta.url));
      const { sampleRate, channels } = await decodeSound(file);
      expect((channels[0]?.length ?? 0) / sampleRate).toBeGreaterThan(1.5);
    },
  );
});

describe('encodeWav', () => {
  it('writes clipped 16-bit samples that decode to the same values', async () => {
    const left = Float32Array.of(0, 0.5, -0.5, 2, -2);
    const right = Float32Array.of(0.25, -0.25, 1, -1, NaN);
    const bytes = encodeWav({ sampleRate: 11_127, channels: [left, right] });
    const written = Array.from({ length: 10 }, (_, index) => Buffer.from(bytes).readInt16LE(44 + 2 * index));
    expect(written).toEqual([0, 8192, 16384, -8192, -16384, 32767, 32767, -32768, -32768, 0]);
    const back = await decodeSound(bytes);
    expect(back.sampleRate).toBe(11_127);
    expect(back.channels[1]?.[0]).toBeCloseTo(0.25, 4);
  });

  it('encodes audio without samples', () => {
    expect(encodeWav({ sampleRate: 8000, channels: [new Float32Array()] })).toHaveLength(44);
    expect(encodeWav({ sampleRate: 8000, channels: [] })).toHaveLength(44);
  });
});
