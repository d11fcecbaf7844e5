import fc from 'fast-check';
import { readImageSize, readVideo } from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionTo, ask } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];

function box(name: string, ...content: number[]): number[] {
  return [...uint32(content.length + 8), ...ascii(name), ...content];
}

const zeros = (count: number) => Array<number>(count).fill(0);
const FILE_TYPE = box('ftyp', ...ascii('isom'), ...zeros(4));
/** 5 seconds at a timescale of 600. */
const HEADER = box('mvhd', ...zeros(12), ...uint32(600), ...uint32(3000), ...zeros(80));

/** A track with a matrix and a size in 16.16 fixed point. */
function track(matrix: readonly number[], width: number, height: number): number[] {
  const size = [...uint32(width * 65_536), ...uint32(height * 65_536)];
  return box('trak', ...box('tkhd', ...zeros(40), ...matrix.flatMap(uint32), ...size));
}

const upright = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40000000];
const sideways = [0, 65_536, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000];

test.each([
  ['upright', track(upright, 640, 360), { seconds: 5, width: 640, height: 360 }],
  ['sideways', track(sideways, 640, 360), { seconds: 5, width: 360, height: 640 }],
  ['sound only', track(upright, 0, 0), { seconds: 5 }],
])('reads duration and size of an MP4: %s', (_name, content, facts) => {
  const free = box('free', ...zeros(100));
  const bytes = Uint8Array.from([...FILE_TYPE, ...free, ...box('moov', ...HEADER, ...content)]);
  expect(readVideo(bytes)).toEqual(facts);
});

test('reads duration, size and first frame of a WebM', async () => {
  const connection = connectionTo(await recordingSandbox());
  const destination = { model: 'sandbox/shape-animator' };
  const parameters = { num_frames: '3' };
  const { view } = await ask(connection, 'text-to-video', destination, { text: 'a circle' }, { parameters });
  if (view.kind !== 'video') return expect.fail();
  const facts = readVideo(view.media.bytes);
  expect(facts).toMatchObject({ seconds: 0.25, width: 256, height: 256 });
  expect(readImageSize(facts!.firstFrame!)).toEqual({ width: 256, height: 256 });
  // A truncated file has fewer facts.
  for (let length = 0; length < view.media.bytes.length; length += 7)
    readVideo(view.media.bytes.subarray(0, length));
});

const heads = [FILE_TYPE, [0x1a, 0x45, 0xdf, 0xa3]];
const pieces = [
  'moov',
  'trak',
  'tkhd',
  'mvhd',
  '\x18\x53\x80\x67',
  '\x15\x49\xa9\x66',
  '\x16\x54\xae\x6b',
  '\xae',
  '\xe0',
];

test('hostile bytes are read in bounded time and never throw (property)', () => {
  const piece = fc.oneof(
    fc.constantFrom(...pieces.map(ascii)),
    fc.constantFrom([0, 0, 0, 0], [0, 0, 0, 1], [255, 255, 255, 255], [1, 255, 255, 255, 255, 255, 255, 255]),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.array(piece, { maxLength: 60 }), (head, parts) => {
      readVideo(Uint8Array.from([...head, ...parts.flat()]));
    }),
  );
});

test('millions of empty parts are read in bounded time', () => {
  const count = 4_000_000;
  const movie = [...uint32(count * 8 + 8 + HEADER.length), ...ascii('moov'), ...HEADER];
  const bytes = new Uint8Array(FILE_TYPE.length + movie.length + count * 8);
  bytes.set([...FILE_TYPE, ...movie]);
  const empty = box('trak');
  for (let at = FILE_TYPE.length + movie.length; at < bytes.length; at += 8) bytes.set(empty, at);
  expect(readVideo(bytes)).toEqual({ seconds: 5 });
});
