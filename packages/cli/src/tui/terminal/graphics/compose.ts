import { toneOf, type Overlays } from '../../../terminal/index.ts';
import { blendMasks } from '../../../terminal/picture/blend-masks.ts';
import type { Canvas } from '../../../terminal/picture/canvas.ts';
import type { OpenPicture } from '../../../terminal/picture/decode.ts';
import { numberTag } from './digits.ts';
import type { Measure } from './measure.ts';

/** Lines of boxes take this share of a cell's height, and two pixels at least. */
const LINE = 1 / 8;

/** A picture with its overlays, ready to be encoded. */
export interface Composition {
  /** As a PNG file, as large as all its cells, clear where the picture leaves them free. */
  png(): Promise<Buffer>;
  /** The picture alone as a PNG file, in at most so many colours. */
  reduced(colours: number): Promise<Buffer>;
}

/**
 * Draws a picture in full resolution with its boxes and masks, numbered as in blocks: boxes in their top left corners,
 * the first ones on top; masks in their middles.
 */
export async function compose(
  picture: OpenPicture,
  overlays: Overlays,
  measured: Measure,
): Promise<Composition> {
  const { width, height, canvasWidth, canvasHeight } = measured;
  const canvas = await picture.scaled(width, height);
  const drawing = await overlaysOn(canvas, picture, overlays, measured);
  const { default: sharp } = await import('sharp');
  const raw = sharp(canvas.pixels, { raw: { width, height, channels: 3 } });
  // The picture is extended before anything is laid over it: that lies at its corner, not in its middle.
  const drawn = drawing === '' ? raw : raw.composite([{ input: svg(drawing, canvas), left: 0, top: 0 }]);
  return {
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
    reduced: (colours) => drawn.png({ palette: true, colours, effort: 1 }).toBuffer(),
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
  { boxes = [], masks = [] }: Overlays,
  { rows, canvasHeight }: Measure,
): Promise<string> {
  const cell = canvasHeight / rows;
  const line = Math.max(2, Math.round(cell * LINE));
  const drawn: string[] = [];
  const tag = (index: number, left: number, top: number) => {
    const number = numberTag(index + 1, Math.min(cell, canvas.height), `rgb(${toneOf(index).join()})`);
    const within = (place: number, length: number, all: number) => Math.max(0, Math.min(place, all - length));
    drawn.push(
      number.at(within(left, number.width, canvas.width), within(top, number.height, canvas.height)),
    );
  };
  for (const { index, x, y } of await blendMasks(canvas, masks)) tag(index, x, y);
  for (const [index, box] of [...boxes.entries()].reverse()) {
    if (!box) continue;
    const [left, right] = span(box.xmin, box.xmax, canvas.width / picture.width, canvas.width, line);
    const [top, bottom] = span(box.ymin, box.ymax, canvas.height / picture.height, canvas.height, line);
    drawn.push(
      `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="rgb(${toneOf(index).join()})" stroke-width="${line}"/>`,
    );
    tag(index, left - line / 2, top - line / 2);
  }
  return drawn.join('');
}

/** The middles of a side's two lines, so that the lines lie within the picture; swapped ends are put right. */
function span(from: number, to: number, scale: number, length: number, line: number): [number, number] {
  const within = (pixel: number) => Math.max(line / 2, Math.min(length - line / 2, pixel));
  const first = within(Math.min(from, to) * scale + line / 2);
  return [first, Math.max(first, within(Math.max(from, to) * scale - line / 2))];
}
