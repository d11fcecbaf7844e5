import type { ResultViews } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { pictureSizeOf } from '../../lib/drawable-picture.ts';
import { toneColor } from '../parts/amount-row.tsx';

/** What has become of each mask so far; undefined while it is decoded. */
export type MaskLayers = readonly (MaskLayer | MaskFault | undefined)[];

/** Each must be decoded, and more colors tell nothing. */
export const MOST_MASKS = 50;

const none: MaskLayers = [];

/**
 * Decodes masks one after the other, so that the page stays quick.
 * @param masks always the same ones
 */
export function useMaskLayers(masks: ResultViews['masks']['masks']): MaskLayers {
  const [layers, setLayers] = useState(none);
  useEffect(() => {
    let isOver = false;
    const decode = async () => {
      const decoded: (MaskLayer | MaskFault)[] = [];
      for (const [index, { mask }] of masks.slice(0, MOST_MASKS).entries()) {
        decoded.push(await maskLayer(mask, toneColor(document.documentElement, index)));
        if (isOver) return;
        setLayers([...decoded]);
      }
    };
    // What reads headers could not be loaded: the rows say it all in words.
    void decode().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [masks]);
  return layers;
}

/** Whether a mask can be drawn. */
export function isLayer(layer: MaskLayers[number]): layer is MaskLayer {
  return layer !== undefined && 'picture' in layer;
}

/** A mask as it lies over its picture, in a size that a screen shows. */
interface MaskLayer {
  readonly width: number;
  readonly height: number;
  /** 0 to 255 for each pixel, row after row. */
  readonly strengths: Uint8Array;
  /** The masked part in one color, the rest clear. */
  readonly picture: OffscreenCanvas;
}

/** Why a mask is not drawn, in a few words. */
interface MaskFault {
  readonly fault: string;
}

/** More pixels than this take a browser down (F33). */
const MOST_PIXELS = 60_000_000;
const LONGEST_TEXT = 64_000_000;
/** Larger ones are drawn smaller: a mask is blended over the picture, and there may be dozens. */
const LONGEST_SIDE = 1024;

/**
 * Decodes a mask after a look at its header, beside what else the page does.
 * @param base64 of a grayscale picture, white inside
 * @param color as a canvas takes it
 */
async function maskLayer(base64: string, color: string): Promise<MaskLayer | MaskFault> {
  if (base64.length > LONGEST_TEXT) return { fault: 'too large to be drawn' };
  const bytes = bytesOf(base64);
  if (!bytes) return { fault: 'cannot be read' };
  const blob = new Blob([bytes]);
  const size = await pictureSizeOf(blob);
  if (!size) return { fault: 'cannot be read' };
  if (size.width * size.height > MOST_PIXELS)
    return { fault: `too large to be drawn: ${size.width} × ${size.height}` };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  try {
    const bitmap = await createImageBitmap(blob, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
    return colored(bitmap, width, height, color);
  } catch {
    return { fault: 'cannot be read' };
  }
}

/** Not a blob of a data: address, which the content security policy forbids to fetch. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
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
    // Gray: the three channels are equal.
    const strength = (data[first + 1]! * data[first + 3]!) / 255;
    strengths[at] = strength;
    data[first + 3] = strength;
  }
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return { width, height, strengths, picture };
}

/** Half of white: below it a place lies outside a mask. */
const INSIDE = 128;

/**
 * The mask at a place of the picture, the topmost where several are.
 * @param x 0 at the left edge of the picture, 1 at the right
 * @param y 0 at its top, 1 at its bottom
 */
export function maskAt(
  layers: MaskLayers,
  hidden: ReadonlySet<number>,
  x: number,
  y: number,
): number | undefined {
  for (let index = layers.length - 1; index >= 0; index -= 1) {
    const layer = layers[index];
    if (!isLayer(layer) || hidden.has(index)) continue;
    const column = Math.min(layer.width - 1, Math.max(0, Math.floor(x * layer.width)));
    const row = Math.min(layer.height - 1, Math.max(0, Math.floor(y * layer.height)));
    if (layer.strengths[row * layer.width + column]! >= INSIDE) return index;
  }
  return undefined;
}
