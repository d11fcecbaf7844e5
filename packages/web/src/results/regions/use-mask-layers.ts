import type { ResultViews } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { toneColor } from '../parts/tones.ts';
import { maskLayer, type MaskFault, type MaskLayer } from './mask-layer.ts';

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
