import type { Box } from '@tryout/engine';
import type { PictureExtent } from './region-picture.tsx';

/** A box in percent of its picture. */
export interface PlacedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a box lies in its picture; what models place outside of it is cut off, corners in the wrong order are put right. */
export function placedBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: PictureExtent): PlacedBox {
  const across = (x: number) => (Math.min(Math.max(x, 0), width) / width) * 100;
  const down = (y: number) => (Math.min(Math.max(y, 0), height) / height) * 100;
  const left = across(Math.min(xmin, xmax));
  const top = down(Math.min(ymin, ymax));
  return {
    left,
    top,
    width: across(Math.max(xmin, xmax)) - left,
    height: down(Math.max(ymin, ymax)) - top,
  };
}

/** Two corners in words, in pixels. */
export function placeInWords({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
