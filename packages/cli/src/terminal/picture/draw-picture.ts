import type { Box } from '@tryout/engine';
import type { Size, Terminal } from '../terminal.ts';
import { styleFor } from '../style.ts';
import { wrap } from '../width.ts';
import { drawBoxes, drawMasks } from './overlays.ts';
import { openPicture, type PictureSize } from './decode.ts';
import { toLines } from './lines.ts';
import { drawModeFor, fit } from './canvas.ts';

/** Drawn over a picture. Undefined items are skipped; the others keep their numbers. */
export interface Overlays {
  /** Outlined and numbered, in pixels of the picture. */
  readonly boxes?: readonly (Box | undefined)[];
  /** Files of grayscale pictures, white inside; blended in and numbered. */
  readonly masks?: readonly (Uint8Array | undefined)[];
  /** The color of each box or mask, as in `tonesFor`. */
  readonly tones?: readonly number[];
}

export interface DrawnPicture extends PictureSize {
  readonly lines: readonly string[];
}

const MAX_ROWS = 40;
/** Of the screen, so that what was printed before stays visible. */
const MAX_SHARE = 0.5;

export function tooLarge(terminal: Terminal, { columns }: Pick<Size, 'columns'>): string[] {
  return wrap('This image is too large to preview.', columns)
    .split('\n')
    .map((line) => styleFor(terminal).dim(line));
}

function roomFor({ columns, rows }: Terminal): Size {
  return { columns, rows: Math.max(4, Math.min(MAX_ROWS, Math.floor(rows * MAX_SHARE))) };
}

/**
 * Draws a picture file (PNG, JPEG, WebP, GIF, AVIF, TIFF) with characters; a note if it is too large, undefined if it
 * cannot be decoded.
 */
export async function drawPicture(
  bytes: Uint8Array,
  terminal: Terminal,
  overlays: Overlays = {},
  room: Size = roomFor(terminal),
): Promise<DrawnPicture | undefined> {
  const picture = await openPicture(bytes);
  if (!picture) return undefined;
  if (picture.isTooLarge)
    return { width: picture.width, height: picture.height, lines: tooLarge(terminal, room) };
  const mode = drawModeFor(terminal);
  const { width, height } = fit(picture.width, picture.height, room, mode);
  const canvas = await picture.scaled(width, height).catch(() => undefined);
  if (!canvas) return undefined;
  const glyphs = [
    ...(await drawMasks(canvas, overlays, mode)),
    ...drawBoxes(canvas, overlays, picture, mode),
  ];
  return { width: picture.width, height: picture.height, lines: toLines(canvas, glyphs, terminal, mode) };
}
