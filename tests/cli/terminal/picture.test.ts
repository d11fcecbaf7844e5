import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  drawPicture,
  terminalOf,
  type Colors,
  type Terminal,
} from '../../../packages/cli/src/terminal/index.ts';
import { blackPng } from '../../support/black-png.ts';

type Pixel = readonly [number, number, number];
const RED: Pixel = [255, 0, 0];
const GREEN: Pixel = [0, 255, 0];
const BLUE: Pixel = [0, 0, 255];
const WHITE: Pixel = [255, 255, 255];
const BLACK: Pixel = [0, 0, 0];

function screen(colors: Colors, unicode = true, columns = 80): Terminal {
  return { ...terminalOf({ isTTY: true, columns, rows: 30 }, {}), colors, unicode };
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
const reset = '\u001b[39m\u001b[49m';
/** The first overlay color. */
const FIRST: Pixel = [49, 102, 244];

describe('drawPicture', () => {
  it('draws two pixels per cell', async () => {
    const picture = await drawPicture(
      await png([
        [RED, GREEN],
        [BLUE, WHITE],
      ]),
      screen('truecolor'),
    );
    expect(picture).toEqual({
      width: 2,
      height: 2,
      lines: [`${fore(RED)}${back(BLUE)}▀${fore(GREEN)}${back(WHITE)}▀${reset}`],
    });
  });

  it('writes a color once for cells that share it', async () => {
    const picture = await drawPicture(await plain(3, 2, RED), screen('truecolor'));
    expect(picture?.lines).toEqual([`${fore(RED)}${back(RED)}▀▀▀${reset}`]);
  });

  it('uses the default background below an odd row', async () => {
    const picture = await drawPicture(await plain(1, 3, RED), screen('truecolor'));
    expect(picture?.lines).toEqual([`${fore(RED)}${back(RED)}▀${reset}`, `${fore(RED)}\u001b[49m▀${reset}`]);
  });

  it('uses the nearest of 256 colors', async () => {
    const picture = await drawPicture(await png([[RED], [WHITE]]), screen('256'));
    expect(picture?.lines).toEqual([`\u001b[38;5;196m\u001b[48;5;231m▀${reset}`]);
  });

  it('colors spaces without Unicode support', async () => {
    const picture = await drawPicture(await plain(2, 2, RED), screen('truecolor', false));
    expect(picture?.lines).toEqual([`${back(RED)}  ${reset}`]);
  });

  it('draws ASCII characters from dark to light without colors', async () => {
    const row = [BLACK, [128, 128, 128], WHITE] as const;
    const picture = await drawPicture(await png([row, row]), screen('none'));
    expect(picture?.lines).toEqual([' +@']);
  });

  it('shows transparent parts as white', async () => {
    const clear = { width: 1, height: 2, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } };
    const file = await sharp({ create: clear }).png().toBuffer();
    expect((await drawPicture(file, screen('truecolor')))?.lines).toEqual([
      `${fore(WHITE)}${back(WHITE)}▀${reset}`,
    ]);
  });

  it('C20: fits the width and half of the height and keeps the aspect ratio', async () => {
    const wide = await drawPicture(await plain(400, 100, RED), screen('none', true, 40));
    expect(wide?.lines.map((line) => line.length)).toEqual([40, 40, 40, 40, 40]);
    const high = await drawPicture(await plain(10, 2000, RED), screen('none'));
    expect(high?.lines).toHaveLength(15);
  });

  it('applies the orientation of the file', async () => {
    const sideways = await sharp(await plain(4, 2, RED))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await drawPicture(sideways, screen('none'))).toMatchObject({ width: 2, height: 4 });
  });

  it('outlines boxes in their color and numbers them', async () => {
    const overlays = { boxes: [{ xmin: 0, ymin: 0, xmax: 3, ymax: 4 }] };
    const picture = await drawPicture(await plain(4, 4, WHITE), screen('truecolor'), overlays);
    expect(picture?.lines).toEqual([
      `${fore(WHITE)}${back(FIRST)}1${fore(FIRST)}${back(WHITE)}▀${back(FIRST)}▀${fore(WHITE)}${back(WHITE)}▀${reset}`,
      `${fore(FIRST)}${back(FIRST)}▀${fore(WHITE)}▀${fore(FIRST)}▀${fore(WHITE)}${back(WHITE)}▀${reset}`,
    ]);
  });

  it('outlines boxes with their numbers without colors', async () => {
    const overlays = {
      boxes: [
        { xmin: 0, ymin: 0, xmax: 4, ymax: 6 },
        { xmin: 5, ymin: 2, xmax: 900, ymax: 4 },
      ],
    };
    const picture = await drawPicture(await plain(8, 6, WHITE), screen('none'), overlays);
    expect(picture?.lines).toEqual(['1111@@@@', '1@@1@222', '1111@@@@']);
  });

  it('clips boxes to the picture', async () => {
    const overlays = { boxes: [{ xmin: 1e300, ymin: -1e300, xmax: -5, ymax: 1e300 }] };
    const picture = await drawPicture(await plain(2, 4, WHITE), screen('none'), overlays);
    expect(picture?.lines).toEqual(['11', '11']);
  });

  it('blends masks and numbers them at the center', async () => {
    const mask = await png([
      [BLACK, WHITE, BLACK],
      [BLACK, WHITE, BLACK],
    ]);
    const picture = await drawPicture(await plain(3, 2, WHITE), screen('truecolor'), { masks: [mask] });
    const edge = `${fore(WHITE)}${back(WHITE)}▀`;
    expect(picture?.lines).toEqual([`${edge}${back(FIRST)}1${back(WHITE)}▀${reset}`]);
    const large = await png(Array.from({ length: 4 }, () => [WHITE]));
    const blended = await drawPicture(await plain(1, 4, WHITE), screen('truecolor'), { masks: [large] });
    // Red: 255 · 0.45 + 49 · 0.55.
    const tint: Pixel = [142, 171, 249];
    expect(blended?.lines.at(-1)).toBe(`${fore(tint)}${back(tint)}▀${reset}`);
  });

  it('ignores masks that are not pictures', async () => {
    const masks = [new Uint8Array(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')];
    const file = await plain(1, 2, RED);
    expect(await drawPicture(file, screen('truecolor'), { masks })).toEqual(
      await drawPicture(file, screen('truecolor')),
    );
  });

  it('F33: decodes no other file types and no picture that would need hundreds of megabytes', async () => {
    const drawn = await drawPicture(blackPng(4, 2), screen('none'));
    expect(drawn?.lines).toEqual(['    ']);
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), new Uint8Array()])
      expect(await drawPicture(bytes, screen('none'))).toBeUndefined();
    expect(await drawPicture(blackPng(20_000, 10_000), screen('none'))).toEqual({
      width: 20_000,
      height: 10_000,
      lines: ['This image is too large to preview.'],
    });
  });

  it('X11: does not decode an interlaced 16-bit picture that would need hundreds of megabytes', async () => {
    const deep = { bits: 16, channels: 4, isInterlaced: true };
    expect((await drawPicture(blackPng(4, 2, deep), screen('none')))?.lines).toEqual(['@@@@']);
    const large = blackPng(12_000, 3_000, deep);
    expect((await drawPicture(large, screen('none')))?.lines).toEqual([
      'This image is too large to preview.',
    ]);
    const file = await plain(1, 2, RED);
    expect(await drawPicture(file, screen('none'), { masks: [large] })).toEqual(
      await drawPicture(file, screen('none')),
    );
  });
});
