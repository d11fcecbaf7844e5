import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ModelDefinition } from '@tryout/sandbox';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { post } from '../../support.ts';
import { blue, fill, fromFile, makeImage, pixelAt, rectangle, red, type Image } from './support.ts';

let seen: Image | undefined;

/** Returns its input. */
const mirror: ModelDefinition<'image-to-image'> = {
  id: 'test/mirror',
  task: 'image-to-image',
  card: '# test/mirror\n',
  examples: [{ src: 'shapes.png' }],
  answer: (image) => (seen = image),
};

const sandbox = await recordingSandbox({ models: [mirror] });
const send = (file: Uint8Array) => post(`${sandbox.inferenceUrl}/models/test/mirror`, file);

/** What a model gets. @throws with the message of the server */
async function decode(file: Uint8Array): Promise<Image> {
  const response = await send(file);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return seen!;
}

const halves = makeImage(40, 20, fill(red), rectangle(blue, 20, 0, 20, 20));
const encoded = (encode: (image: Sharp) => Sharp) =>
  encode(sharp(halves.data, { raw: { width: 40, height: 20, channels: 4 } })).toBuffer();

describe('an image file', () => {
  it.each<[string, (image: Sharp) => Sharp]>([
    ['PNG', (image) => image.png()],
    ['JPEG', (image) => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
    ['WebP', (image) => image.webp({ lossless: true })],
    ['GIF', (image) => image.gif()],
    ['AVIF', (image) => image.avif({ lossless: true, effort: 0 })],
    ['TIFF', (image) => image.tiff({ compression: 'none' })],
  ])('reads %s', async (_, encode) => {
    const image = await decode(await encoded(encode));
    expect([image.width, image.height, image.data.length]).toEqual([40, 20, 3200]);
    for (const [x, color] of [
      [5, red],
      [35, blue],
    ] as const)
      // prettier-ignore
      pixelAt(image, x, 10).forEach((value, channel) =>
        expect(Math.abs(value - (color[channel] ?? 255))).toBeLessThanOrEqual(6),
      );
  });

  it('applies the EXIF orientation', async () => {
    const turned = await encoded((image) => image.withMetadata({ orientation: 6 }).png());
    const image = await decode(turned);
    expect([image.width, image.height]).toEqual([20, 40]);
    expect(pixelAt(image, 10, 5)).toEqual([...red, 255]);
    expect(pixelAt(image, 10, 35)).toEqual([...blue, 255]);
  });

  it('converts grayscale, 16-bit and translucent images to 8-bit RGBA', async () => {
    const gray = await decode(await encoded((image) => image.flatten().toColourspace('b-w').png()));
    expect(gray.data.length).toBe(3200);
    const [r, g, b] = pixelAt(gray, 0, 0);
    expect([g, b]).toEqual([r, r]);
    const deep = await decode(await encoded((image) => image.toColourspace('rgb16').png()));
    expect(pixelAt(deep, 35, 10)).toEqual([...blue, 255]);
    const clear = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    expect(pixelAt(await decode(clear), 1, 1)).toEqual([255, 0, 0, 128]);
  });

  it('decodes the first frame of an animation', async () => {
    const frames = makeImage(10, 20, fill(red), rectangle(blue, 0, 10, 10, 10));
    const animation = await sharp(frames.data, {
      raw: { width: 10, height: 20, channels: 4, pageHeight: 10 },
    })
      .gif()
      .toBuffer();
    const image = await decode(animation);
    expect([image.width, image.height]).toEqual([10, 10]);
    expect(pixelAt(image, 5, 5)).toEqual([...red, 255]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['no bytes', new Uint8Array(), /^400 .*not a supported picture/],
    ['text', Buffer.from('a letter, not a picture'), /^400 .*not a supported picture/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /^400 .*SVG/],
    ['a BMP', Buffer.from('BM........'), /^400 .*not a supported picture/],
    ['a PNG with only its signature', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /^400 .*not a supported/],
  ])('rejects %s with a message', async (_, bytes, message) => {
    await expect(decode(bytes)).rejects.toThrow(message);
  });

  it('rejects a truncated image', async () => {
    const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    await expect(decode(jpeg.subarray(0, jpeg.length - 200))).rejects.toThrow(/not a supported picture/);
  });

  it('rejects an image bomb before decoding it', async () => {
    const bomb = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    // PNG header: width at 16, height at 20, CRC of "IHDR" and 13 bytes at 29.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(decode(bomb)).rejects.toThrow('exceeds pixel limit');
  });

  it('of an answer has every pixel', async () => {
    const image = makeImage(3, 2, (x, y) => [x * 80, y * 90, 7, 100 + x]);
    const png = await sharp(image.data, { raw: { width: 3, height: 2, channels: 4 } })
      .png()
      .toBuffer();
    const answer = await (await send(png)).arrayBuffer();
    expect(await fromFile(new Uint8Array(answer))).toEqual(image);
  });
});
