import { isLayer, type MaskLayers } from './use-mask-layers.ts';

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
