import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  drawImage,
  detectTerminal,
  getWidth,
  type Colors,
  type Terminal,
} from '../../../packages/cli/src/screen/index.ts';
import { blackPng } from '../../support/black-png.ts';

type Pixel = readonly [number, number, number];
const RED: Pixel = [255, 0, 0];
const GREEN: Pixel = [0, 255, 0];
const BLUE: Pixel = [0, 0, 255];
const WHITE: Pixel = [255, 255, 255];
const BLACK: Pixel = [0, 0, 0];

function screen(colors: Colors, unicode = true, columns = 80): Terminal {
  return { ...detectTerminal({ isTTY: true, columns, rows: 30 }, {}), colors, unicode };
}

function png(rows: readonly (readonly Pixel[])[]): Promise<Buffer> {
  const raw = { width: rows[0]!.length, height: rows.length, channels: 3 as const };
  return sharp(Buffer.from(rows.flat(2)), { raw })
    .png()
    .toBuffer();
}

const plain = (width: number, height: number, pixel: Pixel) =>
  png(Array.from({ length: height }, () => Array.from({ length: width }, () => pixel)));

const fore = (pixel: Pixel) => `\u001b[38;2;${pixel.join(';')}m`;
const back = (pixel: Pixel) => `\u001b[48;2;${pixel.join(';')}m`;
const reset = '\u001b[49m\u001b[39m';
const block = (upper: Pixel, lower: Pixel) => `${fore(upper)}${back(lower)}▀${reset}`;
/** The first overlay color. */
const FIRST: Pixel = [49, 102, 244];
const number = (digit: number) => `${fore(WHITE)}${back(FIRST)}${digit}${reset}`;
const TOO_LARGE = '\u001b[2mThis image is too large to preview.\u001b[22m';

describe('drawImage', () => {
  it('draws two pixels per cell', async () => {
    const lines = await drawImage(
      await png([
        [RED, GREEN],
        [BLUE, WHITE],
      ]),
      screen('truecolor'),
    );
    expect(lines).toEqual([block(RED, BLUE) + block(GREEN, WHITE)]);
  });

  it('uses the default background below an odd row', async () => {
    const lines = await drawImage(await plain(1, 3, RED), screen('truecolor'));
    expect(lines).toEqual([block(RED, RED), `${fore(RED)}▀\u001b[39m`]);
  });

  it('uses the nearest of 256 colors', async () => {
    const lines = await drawImage(await png([[RED], [WHITE]]), screen('256'));
    expect(lines).toEqual([`\u001b[38;5;196m\u001b[48;5;231m▀${reset}`]);
  });

  it.each([screen('truecolor', false), screen('16'), screen('none')])(
    'draws nothing without Unicode or with too few colors',
    async (terminal) => {
      expect(await drawImage(await plain(2, 2, RED), terminal)).toBeUndefined();
    },
  );

  it('shows transparent parts as white', async () => {
    const clear = { width: 1, height: 2, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } };
    const file = await sharp({ create: clear }).png().toBuffer();
    expect(await drawImage(file, screen('truecolor'))).toEqual([block(WHITE, WHITE)]);
  });

  it('C20: fits the width and half of the height and keeps the aspect ratio', async () => {
    const wide = await drawImage(await plain(400, 100, RED), screen('truecolor', true, 40));
    expect(wide?.map(getWidth)).toEqual([40, 40, 40, 40, 40]);
    const high = await drawImage(await plain(10, 2000, RED), screen('truecolor'));
    expect(high).toHaveLength(15);
  });

  it('applies the orientation of the file', async () => {
    const sideways = await sharp(await plain(4, 2, RED))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const lines = await drawImage(sideways, screen('truecolor'));
    expect(lines?.map(getWidth)).toEqual([2, 2]);
  });

  it('outlines boxes in their color and numbers them', async () => {
    const overlays = { boxes: [{ xmin: 0, ymin: 0, xmax: 3, ymax: 4 }] };
    const lines = await drawImage(await plain(4, 4, WHITE), screen('truecolor'), overlays);
    expect(lines).toEqual([
      number(1) + block(FIRST, WHITE) + block(FIRST, FIRST) + block(WHITE, WHITE),
      block(FIRST, FIRST) + block(WHITE, FIRST) + block(FIRST, FIRST) + block(WHITE, WHITE),
    ]);
  });

  it('clips boxes to the image', async () => {
    const overlays = { boxes: [{ xmin: 1e300, ymin: -1e300, xmax: -5, ymax: 1e300 }] };
    const lines = await drawImage(await plain(2, 4, WHITE), screen('truecolor'), overlays);
    expect(lines).toEqual([number(1) + block(FIRST, FIRST), block(FIRST, FIRST).repeat(2)]);
  });

  it('blends masks and numbers them at the center', async () => {
    const mask = await png([
      [BLACK, WHITE, BLACK],
      [BLACK, WHITE, BLACK],
    ]);
    const lines = await drawImage(await plain(3, 2, WHITE), screen('truecolor'), { masks: [mask] });
    expect(lines).toEqual([block(WHITE, WHITE) + number(1) + block(WHITE, WHITE)]);
    const large = await png(Array.from({ length: 4 }, () => [WHITE]));
    const blended = await drawImage(await plain(1, 4, WHITE), screen('truecolor'), { masks: [large] });
    // Red: 255 · 0.5 + 49 · 0.5.
    const tint: Pixel = [152, 179, 250];
    expect(blended?.at(-1)).toBe(block(tint, tint));
  });

  it('ignores masks that are not images', async () => {
    const masks = [new Uint8Array(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')];
    const file = await plain(1, 2, RED);
    expect(await drawImage(file, screen('truecolor'), { masks })).toEqual([block(RED, RED)]);
  });

  it('F33: decodes no other file types and no image that would need hundreds of megabytes', async () => {
    const terminal = screen('truecolor');
    expect(await drawImage(blackPng(4, 2), terminal)).toEqual([block(BLACK, BLACK).repeat(4)]);
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), new Uint8Array()])
      expect(await drawImage(bytes, terminal)).toBeUndefined();
    expect(await drawImage(blackPng(20_000, 10_000), terminal)).toEqual([TOO_LARGE]);
  });

  it('X11: does not decode an interlaced 16-bit image that would need hundreds of megabytes', async () => {
    const terminal = screen('truecolor');
    const deep = { bits: 16, channels: 4, isInterlaced: true };
    expect(await drawImage(blackPng(4, 2, deep), terminal)).toEqual([block(WHITE, WHITE).repeat(4)]);
    const large = blackPng(12_000, 3_000, deep);
    expect(await drawImage(large, terminal)).toEqual([TOO_LARGE]);
    const file = await plain(1, 2, RED);
    expect(await drawImage(file, terminal, { masks: [large] })).toEqual([block(RED, RED)]);
  });
});
