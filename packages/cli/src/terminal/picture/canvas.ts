import type { Rgb } from '../palette.ts';

/** A picture of a few pixels: three bytes each (red, green, blue), row by row from the top left corner. */
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

/** Mixes a color into a pixel; places outside are left alone. @param share 0 keeps the pixel, 1 replaces it */
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

/** A character that stands over the picture. */
export interface Glyph {
  /** Cells from the left and from the top. */
  readonly column: number;
  readonly row: number;
  /** One cell wide. */
  readonly character: string;
  /** Which color of the palette it has. */
  readonly tone: number;
}
