import type { Rgb } from '../style.ts';
import type { Size, Terminal } from '../terminal.ts';

/** Pixels of three bytes (red, green, blue), row by row from the top left corner. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The color of a pixel; black outside. */
export function pixelAt({ width, pixels }: Canvas, x: number, y: number): Rgb {
  const at = (y * width + x) * 3;
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
}

/** Mixes a color into a pixel, if it is on the canvas. @param share 0 keeps the pixel, 1 replaces it */
export function mixPixel(
  { width, height, pixels }: Canvas,
  x: number,
  y: number,
  color: Rgb,
  share: number,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 3;
  color.forEach((tone, channel) => {
    pixels[at + channel] = Math.round(pixels[at + channel]! * (1 - share) + tone * share);
  });
}

export interface Glyph {
  readonly column: number;
  readonly row: number;
  readonly character: string;
  /** Palette index of its color. */
  readonly tone: number;
}

/**
 * `half-blocks` draws two pixels per cell (`▀` with a background color), `spaces` one (a colored space), `ascii` one
 * (a character by lightness).
 */
export type DrawMode = 'half-blocks' | 'spaces' | 'ascii';

/** Sixteen colors are too few for pictures. */
export function drawModeFor({ colors, unicode }: Terminal): DrawMode {
  if (colors !== 'truecolor' && colors !== '256') return 'ascii';
  return unicode ? 'half-blocks' : 'spaces';
}

/** Pixel rows per cell. */
export const pixelsInCell: Readonly<Record<DrawMode, number>> = { 'half-blocks': 2, spaces: 1, ascii: 1 };

/** The size in pixels that fits the room and keeps the aspect ratio; never enlarged. */
export function fit(
  width: number,
  height: number,
  room: Size,
  mode: DrawMode,
): { width: number; height: number } {
  // Cells are about twice as high as wide.
  const scale = Math.min(1, room.columns / width, (room.rows * 2) / height);
  const squeezed = height * scale * (pixelsInCell[mode] / 2);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(squeezed)) };
}
