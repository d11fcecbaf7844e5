import { useContext, useEffect, useRef, type PointerEvent } from 'react';
import type { PictureSize } from '../../lib/pictures.ts';
import { HoverContext, useActiveIndex } from '../parts/hover-selection.ts';
import { isLayer, maskAt, type MaskLayers } from './mask-layers.ts';
import styles from './regions.module.css';

/** Opacity of all masks, and of a single one. */
const OPACITY = { all: 0.5, single: 0.75 };
/** Pixels. */
const MAX_SIDE = 1600;

interface MaskOverlayProps {
  readonly size: PictureSize;
  readonly layers: MaskLayers;
  readonly hidden: ReadonlySet<number>;
}

/** The masks over a picture, or only the hovered one. The rows have the same information as text. */
export function MaskOverlay({ size, layers, hidden }: MaskOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { hover } = useContext(HoverContext);
  const active = useActiveIndex();
  const scale = Math.min(1, MAX_SIDE / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const single = active !== undefined && !hidden.has(active) && isLayer(layers[active]) ? active : undefined;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const draw = (index: number) => {
      const layer = layers[index];
      if (isLayer(layer)) context.drawImage(layer.picture, 0, 0, width, height);
    };
    context.clearRect(0, 0, width, height);
    if (single !== undefined) {
      // Dims the rest of the picture.
      context.globalAlpha = 0.5;
      context.fillStyle = 'black';
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'destination-out';
      context.globalAlpha = 1;
      draw(single);
      context.globalCompositeOperation = 'source-over';
    }
    context.globalAlpha = single === undefined ? OPACITY.all : OPACITY.single;
    layers.forEach((_, index) => {
      if (single === undefined ? !hidden.has(index) : index === single) draw(index);
    });
    context.globalAlpha = 1;
  }, [layers, hidden, single, width, height]);

  const onPointerMove = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const x = nativeEvent.offsetX / currentTarget.clientWidth;
    const y = nativeEvent.offsetY / currentTarget.clientHeight;
    hover(maskAt(layers, hidden, x, y));
  };
  return (
    <canvas
      ref={canvas}
      className={styles.masks}
      width={width}
      height={height}
      aria-hidden="true"
      onPointerMove={onPointerMove}
      onPointerLeave={() => hover(undefined)}
    />
  );
}
