import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSound } from '@tryout/engine';

const examples = new URL('../../../examples/', import.meta.url);

/** A 16-bit WAV with interleaved channels. */
function wav(samples: readonly number[], channels = 1, sampleRate = 8): Uint8Array {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => data.writeInt16LE(sample, index * 2));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

describe('readSound', () => {
  it.each(['RF64', 'BW64'])('R15: reads the facts of WAV with 64-bit lengths (%s)', (name) => {
    const file = Buffer.from(wav([0, 1, 2, 3]));
    file.write(name, 0);
    file.writeUInt32LE(0xffffffff, 40);
    expect(readSound(file, 1)).toMatchObject({ seconds: 0.5, sampleRate: 8, channels: 1 });
  });

  it.each([0x02, 0x11, 0x55])('R15: knows no duration of compressed WAV (encoding %i)', (encoding) => {
    const file = Buffer.from(wav([0, 1, 2, 3]));
    file.writeUInt16LE(encoding, 20);
    expect(readSound(file, 1)).toBeUndefined();
  });

  it('reads duration, sample rate, channels and loudness of a WAV file', () => {
    expect(readSound(wav([0, 16_384, -32_768, 8192]), 4)).toEqual({
      seconds: 0.5,
      sampleRate: 8,
      channels: 1,
      loudness: [0, 0.5, 1, 0.25],
    });
    expect(readSound(wav([0, 1, 2, 3, 4, 5, 6, 7], 2), 1)).toMatchObject({ seconds: 0.5, channels: 2 });
  });

  it('uses the loudest sample of each part', () => {
    expect(readSound(wav([0, 16_384, 100, -8192]), 2)?.loudness).toEqual([0.5, 0.25]);
  });

  it('uses the actual length if the header of a streamed file announces more', () => {
    const file = Buffer.from(wav([1, 2, 3, 4]));
    file.writeUInt32LE(0xffffffff, 40);
    expect(readSound(file, 1)?.seconds).toBe(0.5);
  });

  it('reads the header of a FLAC file', () => {
    const facts = readSound(readFileSync(new URL('silence-tone-noise.flac', examples)), 8);
    expect(facts).toEqual({ seconds: 3.072, sampleRate: 8000, channels: 1 });
  });

  it('returns nothing for other bytes without throwing', () => {
    expect(readSound(new TextEncoder().encode('no sound at all, only text'), 8)).toBeUndefined();
    const file = wav([1, 2, 3, 4, 5, 6]);
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), fc.nat(file.length), (place, byte, length) => {
        const broken = Uint8Array.from(file).subarray(0, length);
        broken[place] = byte;
        for (const loudness of readSound(broken, 3)?.loudness ?? []) expect(loudness).toBeLessThanOrEqual(1);
      }),
    );
  });
});
