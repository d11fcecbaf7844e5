import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** 8-bit RGBA, row by row. */
export interface Image {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** In pixels. */
export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export type Color = readonly [red: number, green: number, blue: number, alpha?: number];

export const white: Color = [255, 255, 255];
export const black: Color = [0, 0, 0];
export const red: Color = [220, 20, 20];
export const green: Color = [20, 150, 30];
export const blue: Color = [30, 60, 220];
export const yellow: Color = [250, 220, 20];

/** Returns the color of a pixel; undefined keeps the layer below. */
export type Layer = (x: number, y: number) => Color | undefined;

/** Draws layers from bottom to top. */
export function makeImage(width: number, height: number, ...layers: Layer[]): Image {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const color = layers.reduce((below, layer) => layer(x, y) ?? below, white);
      data.set([color[0], color[1], color[2], color[3] ?? 255], (y * width + x) * 4);
    }
  return { width, height, data };
}

export const fill =
  (color: Color): Layer =>
  () =>
    color;

export const rectangle =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height ? color : undefined;

/** The pixels with their centers in the ellipse inscribed in the box. */
export const ellipse =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) =>
    ((x + 0.5 - left) / width - 0.5) ** 2 + ((y + 0.5 - top) / height - 0.5) ** 2 <= 0.25 ? color : undefined;

/** A triangle pointing up: the pixels with their centers between its sides. */
export const triangle =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) => {
    const down = (y + 0.5 - top) / height;
    const across = Math.abs((x + 0.5 - left) / width - 0.5);
    return down >= 0 && down <= 1 && 2 * across <= down ? color : undefined;
  };

/** Whether size and all pixels are equal. */
export function sameImage(one: Image | undefined, other: Image): boolean {
  if (one?.width !== other.width || one.height !== other.height) return false;
  return Buffer.from(one.data).equals(Buffer.from(other.data));
}

export function pixelAt(image: Image, x: number, y: number): number[] {
  const at = (y * image.width + x) * 4;
  return Array.from(image.data.subarray(at, at + 4));
}

/** A file of an image, in base64. */
export async function toFile({ width, height, data }: Image): Promise<string> {
  const png = sharp(data, { raw: { width, height, channels: 4 } }).png({ compressionLevel: 1 });
  return (await png.toBuffer()).toString('base64');
}

export async function fromFile(file: Uint8Array): Promise<Image> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

export async function readExample(name: string): Promise<string> {
  return readFile(new URL(`../../../../examples/${name}`, import.meta.url), 'base64');
}
