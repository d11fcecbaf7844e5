import { onPaletteColor, paletteColor, type Overlays, type Rgb } from '../index.ts';
import { blendMasks } from '../picture/blend-masks.ts';
import type { Canvas } from '../picture/canvas.ts';
import type { OpenPicture } from '../picture/decode.ts';
import type { Measure } from './render-picture.ts';

/** The line width of boxes, as a share of a cell's height. */
const LINE = 1 / 8;

/**
 * Draws a picture in full resolution with numbered boxes (in their top left corners, the first ones on top) and masks
 * (in their centers).
 */
export async function compose(picture: OpenPicture, overlays: Overlays, measured: Measure) {
  const { width, height, canvasWidth, canvasHeight } = measured;
  const canvas = await picture.scaled(width, height);
  const drawing = await overlaysOn(canvas, picture, overlays, measured);
  const { default: sharp } = await import('sharp');
  const raw = sharp(canvas.pixels, { raw: { width, height, channels: 3 } });
  // sharp extends the picture before compositing, so overlays need a fixed position.
  const drawn = drawing === '' ? raw : raw.composite([{ input: svg(drawing, canvas), left: 0, top: 0 }]);
  return {
    /** A PNG file the size of all its cells, transparent around the picture. */
    png: () =>
      drawn
        .ensureAlpha()
        .extend({
          right: canvasWidth - width,
          bottom: canvasHeight - height,
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        })
        .png()
        .toBuffer(),
    /** Only the picture, in pixels of four bytes (red, green, blue, alpha). */
    pixels: () => drawn.ensureAlpha().raw().toBuffer(),
  };
}

function svg(drawing: string, { width, height }: Canvas): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`,
  );
}

async function overlaysOn(
  canvas: Canvas,
  picture: OpenPicture,
  { boxes = [], masks = [], tones = [] }: Overlays,
  { rows, canvasHeight }: Measure,
): Promise<string> {
  const cell = canvasHeight / rows;
  const line = Math.max(2, Math.round(cell * LINE));
  const drawn: string[] = [];
  const toneOf = (index: number) => tones[index] ?? index;
  const tag = (index: number, left: number, top: number) => {
    const number = numberTag(index + 1, Math.min(cell, canvas.height), toneOf(index));
    const within = (place: number, length: number, all: number) => Math.max(0, Math.min(place, all - length));
    drawn.push(
      number.at(within(left, number.width, canvas.width), within(top, number.height, canvas.height)),
    );
  };
  for (const { index, x, y } of await blendMasks(canvas, masks, tones)) tag(index, x, y);
  for (const [index, box] of [...boxes.entries()].reverse()) {
    if (!box) continue;
    const [left, right] = span(box.xmin, box.xmax, canvas.width / picture.width, canvas.width, line);
    const [top, bottom] = span(box.ymin, box.ymax, canvas.height / picture.height, canvas.height, line);
    drawn.push(
      `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="${svgColor(paletteColor(toneOf(index)))}" stroke-width="${line}"/>`,
    );
    tag(index, left - line / 2, top - line / 2);
  }
  return drawn.join('');
}

/** The centers of two opposite lines, so that the lines stay within the picture. Swapped ends are corrected. */
function span(from: number, to: number, scale: number, length: number, line: number): [number, number] {
  const within = (pixel: number) => Math.max(line / 2, Math.min(length - line / 2, pixel));
  const first = within(Math.min(from, to) * scale + line / 2);
  return [first, Math.max(first, within(Math.max(from, to) * scale - line / 2))];
}

function svgColor(color: Rgb): string {
  return `rgb(${color.join()})`;
}

/** Digits as SVG paths of 6 by 10, because there may be no fonts. */
const digits: readonly string[] = [
  'M1 1H5V9H1Z',
  'M1.5 2.5L3.5 1V9',
  'M1 1H5V5H1V9H5',
  'M1 1H5V9H1M2 5H5',
  'M1 1V5H5M5 1V9',
  'M5 1H1V5H5V9H1',
  'M5 1H1V9H5V5H1',
  'M1 1H5L2.5 9',
  'M1 1H5V9H1ZM1 5H5',
  'M5 5H1V1H5V9H1',
];

const DIGIT_WIDTH = 6;
const DIGIT_HEIGHT = 10;
const PADDING = 1.5;

/**
 * A number on a colored background.
 * @param height in pixels
 */
function numberTag(number: number, height: number, tone: number) {
  const scale = height / (DIGIT_HEIGHT + 2);
  const digitsOfNumber = [...String(number)];
  const width = (digitsOfNumber.length * DIGIT_WIDTH + 2 * PADDING) * scale;
  return {
    width,
    height,
    /** The SVG at a position of its top left corner. */
    at(left: number, top: number): string {
      const paths = digitsOfNumber.map(
        (digit, index) =>
          `<path transform="translate(${index * DIGIT_WIDTH + PADDING} 1)" d="${digits[Number(digit)] ?? ''}"/>`,
      );
      const ground = `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${svgColor(paletteColor(tone))}"/>`;
      return `${ground}<g transform="translate(${left} ${top}) scale(${scale})" fill="none" stroke="${svgColor(onPaletteColor(tone))}" stroke-width="1.4" stroke-linejoin="round">${paths.join('')}</g>`;
    },
  };
}
