import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { ModelInputError } from '../../../../packages/sandbox/src/define-model.ts';
import { decodeImage, encodePng } from '../../../../packages/sandbox/src/media/image.ts';
import { blue, fill, makeImage, pixelAt, rectangle, red } from './support.ts';

const halves = makeImage(40, 20, fill(red), rectangle(blue, 20, 0, 20, 20));
const encoded = (encode: (image: Sharp) => Sharp) =>
  encode(sharp(halves.data, { raw: { width: 40, height: 20, channels: 4 } })).toBuffer();

describe('decodeImage', () => {
  it.each<[string, (image: Sharp) => Sharp]>([
    ['PNG', (image) => image.png()],
    ['JPEG', (image) => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
    ['WebP', (image) => image.webp({ lossless: true })],
    ['GIF', (image) => image.gif()],
    ['AVIF', (image) => image.avif({ lossless: true, effort: 0 })],
    ['TIFF', (image) => image.tiff({ compression: 'none' })],
  ])('reads %s', async (_, encode) => {
    const image = await decodeImage(await encoded(encode));
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
    const image = await decodeImage(turned);
    expect([image.width, image.height]).toEqual([20, 40]);
    expect(pixelAt(image, 10, 5)).toEqual([...red, 255]);
    expect(pixelAt(image, 10, 35)).toEqual([...blue, 255]);
  });

  it('converts grayscale, 16-bit and translucent images to 8-bit RGBA', async () => {
    const gray = await decodeImage(await encoded((image) => image.flatten().toColourspace('b-w').png()));
    expect(gray.data.length).toBe(3200);
    const [r, g, b] = pixelAt(gray, 0, 0);
    expect([g, b]).toEqual([r, r]);
    const deep = await decodeImage(await encoded((image) => image.toColourspace('rgb16').png()));
    expect(pixelAt(deep, 35, 10)).toEqual([...blue, 255]);
    const clear = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    expect(pixelAt(await decodeImage(clear), 1, 1)).toEqual([255, 0, 0, 128]);
  });

  it('decodes the first frame of an animation', async () => {
    const frames = makeImage(10, 20, fill(red), rectangle(blue, 0, 10, 10, 10));
    const animation = await sharp(frames.data, {
      raw: { width: 10, height: 20, channels: 4, pageHeight: 10 },
    })
      .gif()
      .toBuffer();
    const image = await decodeImage(animation);
    expect([image.width, image.height]).toEqual([10, 10]);
    expect(pixelAt(image, 5, 5)).toEqual([...red, 255]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['no bytes', new Uint8Array(), /not a supported picture/],
    ['text', Buffer.from('a letter, not a picture'), /not a supported picture/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /SVG/],
    ['a BMP', Buffer.from('BM........'), /not a supported picture/],
    ['a PNG with only its signature', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /not a supported/],
  ])('rejects %s with a message', async (_, bytes, message) => {
    const failure = decodeImage(bytes);
    await expect(failure).rejects.toBeInstanceOf(ModelInputError);
    await expect(failure).rejects.toThrow(message);
  });

  it('rejects a truncated image', async () => {
    const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    await expect(decodeImage(jpeg.subarray(0, jpeg.length - 200))).rejects.toThrow(/not a supported picture/);
  });

  it('rejects an image bomb before decoding it', async () => {
    const bomb = Buffer.from(await encodePng(makeImage(1, 1)));
    // PNG header: width at 16, height at 20, CRC of "IHDR" and 13 bytes at 29.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(decodeImage(bomb)).rejects.toThrow('exceeds pixel limit');
  });
});

describe('encodePng', () => {
  it('keeps every pixel', async () => {
    const image = makeImage(3, 2, (x, y) => [x * 80, y * 90, 7, 100 + x]);
    expect(await decodeImage(await encodePng(image))).toEqual(image);
  });
});
