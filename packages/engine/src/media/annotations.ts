import type { FileInput } from '../fields/index.ts';
import { formatScores, tones, tonesFor, type Tone } from '../format/index.ts';
import type { Box, ResultView } from '../results/index.ts';
import { asLine, fromBase64, escapeMarkup } from '../text/index.ts';
import type { MaskCenter } from './mask-center.ts';
import { pictureSize } from './picture-size.ts';

const MAX_REGIONS = 200;
/** Pixels; larger masks could exhaust the memory (F33). */
const MAX_MASK = 60_000_000;
const MASK_OPACITY = 0.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Drawn over a picture whose canvas was extended to this size with white, on the right and below. */
export interface Annotations extends Size {
  readonly svg: string;
}

/** The picture that a result describes; undefined for other results. */
export function annotatedImage(view: ResultView): FileInput | undefined {
  return view.kind === 'boxes' || view.kind === 'masks' ? view.image : undefined;
}

/**
 * The boxes or masks of a result as SVG, with a legend below the picture.
 * @param size of the picture, with the rotation in its metadata applied
 * @param centers of the masks, for their numbers; masks without one are not numbered
 */
export function createAnnotations(
  view: ResultView,
  size: Size,
  centers: readonly (MaskCenter | undefined)[] = [],
): Annotations | undefined {
  if (view.kind !== 'boxes' && view.kind !== 'masks') return undefined;
  const all = view.kind === 'boxes' ? view.boxes : view.masks;
  const regions = all.slice(0, MAX_REGIONS);
  const colors = tonesFor(all.map(({ label }) => label)).map((index) => tones[index]!);
  const shapes =
    view.kind === 'boxes'
      ? boxShapes(view.boxes.slice(0, MAX_REGIONS), size, colors)
      : [
          ...view.masks
            .slice(0, MAX_REGIONS)
            .map(({ mask }, index) => maskShape(mask, index, size, colors[index]!)),
          ...centers.map((center, index) => (center ? maskTag(center, index, size, colors[index]!) : '')),
        ];
  const { width, height, svg: legend } = getLegend(regions, colors, size);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return { width, height, svg: `${head}${shapes.join('')}${legend}</svg>` };
}

/** Relative to the picture, so that large pictures are readable when they are shown smaller. */
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

function maskShape(mask: string, index: number, { width, height }: Size, { color }: Tone): string {
  const found = pictureSize(fromBase64(mask));
  if (!found || found.width * found.height > MAX_MASK) return '';
  const area = `width="${width}" height="${height}"`;
  const image = `<image ${area} preserveAspectRatio="none" href="data:image/png;base64,${mask}"/>`;
  return `<mask id="m${index}" maskUnits="userSpaceOnUse" x="0" y="0" ${area}>${image}</mask><rect ${area} fill="${color}" fill-opacity="${MASK_OPACITY}" mask="url(#m${index})"/>`;
}

/** Font sizes that a column of the legend needs. */
const COLUMN = 14;

/** A legend in as many columns as fit below the picture, at least one, and the size of both. */
function getLegend(
  regions: readonly { readonly label: string; readonly score?: number }[],
  colors: readonly Tone[],
  size: Size,
): Annotations {
  const font = fontSizeFor(size);
  const columns = Math.max(1, Math.floor(size.width / (COLUMN * font)));
  const width = regions.length === 0 ? size.width : Math.max(size.width, 1.5 * COLUMN * font);
  const [cell, row] = [width / columns, 1.7 * font];
  const scores = formatScores(regions.map(({ score }) => score));
  const entries = regions.map(({ label }, index) => {
    const [x, y] = [(index % columns) * cell + font / 2, size.height + Math.floor(index / columns) * row];
    const text = [...asLine(label)];
    const { amount } = scores[index]!;
    // About the width of a letter.
    const letters = Math.max(2, Math.floor((cell - 3.5 * font) / (0.58 * font)) - amount.length - 1);
    const shown = text.length > letters ? `${text.slice(0, letters - 1).join('')}…` : text.join('');
    const name = `<text x="${x + 2.6 * font}" y="${y + 1.3 * font}" fill="#111" font-family="sans-serif" font-size="${font}">${escapeMarkup(`${shown} ${amount}`.trim())}</text>`;
    return numberTag(index, x, y + 0.3 * font, font, colors[index]!) + name;
  });
  const rows = Math.ceil(regions.length / columns);
  const height = size.height + Math.ceil(rows * row + (rows > 0 ? font / 2 : 0));
  return { width, height, svg: entries.join('') };
}
