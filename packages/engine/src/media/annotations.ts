import type { FileInput } from '../fields/index.ts';
import { count, formatScores, tones, tonesFor, type Tone } from '../format/index.ts';
import type { Box, ResultView } from '../results/index.ts';
import { asLine, escapeMarkup } from '../text/index.ts';

export const MAX_REGIONS = 200;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Drawn over an image whose canvas was extended to this size with white, on the right and below. */
interface Annotations extends Size {
  readonly svg: string;
}

/** The image that a result describes; undefined for other results. */
export function annotatedImage(view: ResultView): FileInput | undefined {
  return 'image' in view ? view.image : undefined;
}

/**
 * The boxes of a result or the numbers of its masks as SVG, with a legend below the image.
 * @param size of the image, with the rotation in its metadata applied
 * @param centers of the masks that are drawn, for their numbers
 */
export function createAnnotations(
  view: ResultView,
  size: Size,
  centers: readonly (MaskCenter | undefined)[] = [],
): Annotations | undefined {
  if (!('image' in view)) return undefined;
  const all = 'boxes' in view ? view.boxes : view.masks;
  const regions = all.slice(0, MAX_REGIONS);
  const colors = tonesFor(all.map(({ label }) => label)).map((index) => tones[index]!);
  const shapes =
    'boxes' in view
      ? boxShapes(view.boxes.slice(0, MAX_REGIONS), size, colors)
      : centers.map((center, index) => (center ? maskTag(center, index, size, colors[index]!) : ''));
  const isDrawn = (index: number) => 'boxes' in view || centers[index] !== undefined;
  const {
    width,
    height,
    svg: legend,
  } = getLegend(regions, colors, size, isDrawn, all.length - regions.length);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return { width, height, svg: `${head}${shapes.join('')}${legend}</svg>` };
}

/** Relative to the image, so that large images are readable when they are shown smaller. */
function fontSizeFor({ width, height }: Size): number {
  return Math.max(11, Math.round(Math.max(width, height) / 40));
}

/** The outlines of boxes and, on top of all outlines, their numbers. The best box is drawn last. */
function boxShapes(boxes: readonly { readonly box: Box }[], size: Size, colors: readonly Tone[]): string[] {
  const font = fontSizeFor(size);
  const line = Math.max(2, font / 6);
  const shapes = boxes.map(({ box }, index) => {
    const tone = colors[index]!;
    const [left, right] = [Math.min(box.xmin, box.xmax), Math.max(box.xmin, box.xmax)];
    const [top, bottom] = [Math.min(box.ymin, box.ymax), Math.max(box.ymin, box.ymax)];
    const x = Math.max(0, Math.min(left, size.width - 2 * font));
    const y = Math.max(0, Math.min(top, size.height - 1.3 * font));
    return {
      outline: `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="${tone.color}" stroke-width="${line}"/>`,
      tag: numberTag(index, x, y, font, tone),
    };
  });
  shapes.reverse();
  return [...shapes.map(({ outline }) => outline), ...shapes.map(({ tag }) => tag)];
}

/** A region's number, as in the legend. */
function numberTag(index: number, x: number, y: number, font: number, tone: Tone): string {
  const number = String(index + 1);
  const width = font * (0.7 + 0.6 * number.length);
  const text = `<text x="${x + width / 2}" y="${y + font}" fill="${tone.onColor}" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${font}">${number}</text>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${1.3 * font}" fill="${tone.color}" stroke="#fff" stroke-width="${font / 12}"/>${text}`;
}

function maskTag({ x, y }: MaskCenter, index: number, size: Size, tone: Tone): string {
  const font = fontSizeFor(size);
  return numberTag(index, x * size.width - 0.65 * font, y * size.height - 0.65 * font, font, tone);
}

/** Font sizes that a column of the legend needs. */
const COLUMN = 14;

/** A legend in as many columns as fit below the image, at least one, and the size of both. */
function getLegend(
  regions: readonly { readonly label: string; readonly score?: number }[],
  colors: readonly Tone[],
  size: Size,
  isDrawn: (index: number) => boolean,
  hiddenCount: number,
): Annotations {
  const font = fontSizeFor(size);
  const columns = Math.max(1, Math.floor(size.width / (COLUMN * font)));
  const width = regions.length === 0 ? size.width : Math.max(size.width, 1.5 * COLUMN * font);
  const [cell, row] = [width / columns, 1.7 * font];
  const scores = formatScores(regions.map(({ score }) => score));
  const getCorner = (index: number): [x: number, y: number] => [
    (index % columns) * cell + font / 2,
    size.height + Math.floor(index / columns) * row,
  ];
  const write = (text: string, x: number, y: number) =>
    `<text x="${x}" y="${y + 1.3 * font}" fill="#111" font-family="sans-serif" font-size="${font}">${escapeMarkup(text)}</text>`;
  const entries = regions.map(({ label }, index) => {
    const [x, y] = getCorner(index);
    const text = [...asLine(label)];
    const amount = `${scores[index]!.amount}${isDrawn(index) ? '' : ' (not drawn)'}`;
    // About the width of a letter.
    const letters = Math.max(2, Math.floor((cell - 3.5 * font) / (0.58 * font)) - amount.length - 1);
    const shortLabel = text.length > letters ? `${text.slice(0, letters - 1).join('')}…` : text.join('');
    const name = write(`${shortLabel} ${amount}`.trim(), x + 2.6 * font, y);
    return numberTag(index, x, y + 0.3 * font, font, colors[index]!) + name;
  });
  if (hiddenCount > 0)
    entries.push(write(`and ${count(hiddenCount)} more (not drawn)`, ...getCorner(entries.length)));
  const rows = Math.ceil(entries.length / columns);
  const height = size.height + Math.ceil(rows * row + (rows > 0 ? font / 2 : 0));
  return { width, height, svg: entries.join('') };
}

/** The minimum strength of a pixel inside a mask, of 255. */
export const INSIDE_MASK = 128;

/** Pixels of all masks of a result together: decoding more takes too long and too much memory. */
const MAX_MASK_PIXELS = 250_000_000;

/** Counts the masks that are decoded. @returns whether one of this size still may be */
export function createMaskBudget(): (size: { readonly width: number; readonly height: number }) => boolean {
  let left = MAX_MASK_PIXELS;
  return ({ width, height }) => {
    const isAllowed = width * height <= left;
    if (isAllowed) left -= width * height;
    return isAllowed;
  };
}

/** From 0 at the left and top edges of an image to 1 at the right and bottom. */
export interface MaskCenter {
  readonly x: number;
  readonly y: number;
}

/**
 * The pixel of a mask nearest to its center, since the center of a ring is empty; undefined for an empty mask.
 * @param strengths 0 to 255 for each pixel, row by row
 */
export function maskCenter(strengths: Uint8Array, width: number, height: number): MaskCenter | undefined {
  let [count, across, down] = [0, 0, 0];
  for (let at = 0; at < strengths.length; at += 1) {
    if (strengths[at]! < INSIDE_MASK) continue;
    count += 1;
    across += at % width;
    down += Math.floor(at / width);
  }
  if (count === 0) return undefined;
  let [nearest, least] = [0, Infinity];
  for (let at = 0; at < strengths.length; at += 1) {
    if (strengths[at]! < INSIDE_MASK) continue;
    const distance = ((at % width) - across / count) ** 2 + (Math.floor(at / width) - down / count) ** 2;
    if (distance < least) [nearest, least] = [at, distance];
  }
  return { x: ((nearest % width) + 0.5) / width, y: (Math.floor(nearest / width) + 0.5) / height };
}
