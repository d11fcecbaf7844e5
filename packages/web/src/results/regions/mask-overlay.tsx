import { type PointerEvent, useContext, useEffect, useRef } from 'react';
import { LinkedContext, useActive } from '../parts/hover-selection.ts';
import { isLayer, maskAt, type MaskLayers } from './mask-layers.ts';
import type { PictureExtent } from './region-picture.tsx';
import styles from './regions.module.css';

/** How much of a color lies over the picture. */
const STRENGTH = { together: 0.5, alone: 0.75 };
const LONGEST_SIDE = 1600;

interface MaskOverlayProps {
  readonly extent: PictureExtent;
  readonly layers: MaskLayers;
  /** Indexes of those that the person has switched off. */
  readonly hidden: ReadonlySet<number>;
}

/** Masks in their colors over a picture; alone where one is pointed at. Their rows say the same in words. */
export function MaskOverlay({ extent, layers, hidden }: MaskOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const linked = useContext(LinkedContext);
  const active = useActive(linked);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(extent.width, extent.height));
  const width = Math.max(1, Math.round(extent.width * scale));
  const height = Math.max(1, Math.round(extent.height * scale));
  const alone = active !== undefined && !hidden.has(active) && isLayer(layers[active]) ? active : undefined;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    if (alone !== undefined) {
      // The rest of the picture steps back.
      context.globalAlpha = 0.5;
      context.fillStyle = 'black';
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'destination-out';
      context.globalAlpha = 1;
      draw(alone);
      context.globalCompositeOperation = 'source-over';
    }
    context.globalAlpha = alone === undefined ? STRENGTH.together : STRENGTH.alone;
    layers.forEach((_, index) => {
      if (alone === undefined ? !hidden.has(index) : index === alone) draw(index);
    });
    context.globalAlpha = 1;

    function draw(index: number): void {
      const layer = layers[index];
      if (isLayer(layer)) context!.drawImage(layer.picture, 0, 0, width, height);
    }
  }, [layers, hidden, alone, width, height]);

  const point = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const x = nativeEvent.offsetX / currentTarget.clientWidth;
    const y = nativeEvent.offsetY / currentTarget.clientHeight;
    linked.hover(maskAt(layers, hidden, x, y));
  };
  return (
    <canvas
      ref={canvas}
      className={styles.masks}
      width={width}
      height={height}
      aria-hidden="true"
      onPointerMove={point}
      onPointerLeave={() => linked.hover(undefined)}
    />
  );
}
