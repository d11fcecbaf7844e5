import { INSIDE_MASK, maskCenter, tones, type MaskCenter, type ResultViews } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { pictureSizeOf, reducedSize } from '../../lib/pictures.ts';
import type { RegionData } from './region-rows.tsx';

/** A decoded mask, scaled for the screen. */
interface MaskLayer {
  readonly width: number;
  readonly height: number;
  /** 0 to 255 for each pixel, row by row. */
  readonly strengths: Uint8Array;
  /** The mask in one color, transparent elsewhere. */
  readonly picture: OffscreenCanvas;
  /** The position of its number; undefined for an empty mask. */
  readonly center: MaskCenter | undefined;
}

/** Why a mask is not drawn. */
interface MaskError {
  readonly error: string;
}

/** The masks decoded so far. */
export type MaskLayers = readonly (MaskLayer | MaskError | undefined)[];

/** More colors would be indistinguishable. */
export const MAX_MASKS = 50;
/** More pixels or characters may crash the browser (F33). */
const MAX_PIXELS = 60_000_000;
const MAX_BASE64 = 64_000_000;
/** Pixels; larger masks are scaled down. */
const MAX_SIDE = 1024;

/**
 * Decodes masks one by one, so that the page stays responsive.
 * @param masks the same array in each render, and so are its rows
 */
export function useMaskLayers(
  masks: ResultViews['masks']['masks'],
  rows: readonly Pick<RegionData, 'tone'>[],
): MaskLayers {
  const [layers, setLayers] = useState<MaskLayers>([]);
  useEffect(() => {
    let isCurrent = true;
    const decode = async () => {
      const decoded: (MaskLayer | MaskError)[] = [];
      for (const [index, { mask }] of masks.slice(0, MAX_MASKS).entries()) {
        decoded.push(await maskLayer(mask, tones[rows[index]!.tone]!.color));
        if (!isCurrent) return;
        setLayers([...decoded]);
      }
    };
    void decode();
    return () => void (isCurrent = false);
  }, [masks, rows]);
  return layers;
}

/** Decodes masks one by one; the center is undefined for those that are empty or cannot be decoded. */
export async function maskCenters(masks: ResultViews['masks']['masks']): Promise<(MaskCenter | undefined)[]> {
  const centers: (MaskCenter | undefined)[] = [];
  for (const { mask } of masks.slice(0, MAX_MASKS)) {
    const layer = await maskLayer(mask, 'black');
    centers.push(isLayer(layer) ? layer.center : undefined);
  }
  return centers;
}

export function isLayer(layer: MaskLayers[number]): layer is MaskLayer {
  return layer !== undefined && 'picture' in layer;
}

/**
 * The topmost visible mask at a position.
 * @param x from 0 at the left edge to 1 at the right
 * @param y from 0 at the top to 1 at the bottom
 */
export function maskAt(
  layers: MaskLayers,
  hidden: ReadonlySet<number>,
  x: number,
  y: number,
): number | undefined {
  const index = layers.findLastIndex((layer, at) => {
    if (!isLayer(layer) || hidden.has(at)) return false;
    const column = Math.min(layer.width - 1, Math.max(0, Math.floor(x * layer.width)));
    const row = Math.min(layer.height - 1, Math.max(0, Math.floor(y * layer.height)));
    return layer.strengths[row * layer.width + column]! >= INSIDE_MASK;
  });
  return index === -1 ? undefined : index;
}

/**
 * Checks a mask's header and decodes it.
 * @param base64 a grayscale picture, white inside
 * @param color for a canvas
 */
async function maskLayer(base64: string, color: string): Promise<MaskLayer | MaskError> {
  if (base64.length > MAX_BASE64) return { error: 'is too large to draw' };
  try {
    // Not by fetching a data: URL, which the content security policy forbids.
    const blob = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
    const size = await pictureSizeOf(blob);
    if (!size) return { error: 'cannot be read' };
    if (size.width * size.height > MAX_PIXELS)
      return { error: `is too large to draw: ${size.width} × ${size.height}` };
    const { width, height } = reducedSize(size, MAX_SIDE);
    const bitmap = await createImageBitmap(blob, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
    return colored(bitmap, width, height, color);
  } catch {
    return { error: 'cannot be read' };
  }
}

function colored(bitmap: ImageBitmap, width: number, height: number, color: string): MaskLayer {
  const picture = new OffscreenCanvas(width, height);
  const context = picture.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, width, height);
  const strengths = new Uint8Array(width * height);
  const { data } = pixels;
  for (let at = 0; at < strengths.length; at += 1) {
    const first = at * 4;
    // In gray, all channels are equal.
    const strength = (data[first + 1]! * data[first + 3]!) / 255;
    strengths[at] = strength;
    data[first + 3] = strength;
  }
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return { width, height, strengths, picture, center: maskCenter(strengths, width, height) };
}
