import { useContext, useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { reducedSize, type PictureSize } from '../../lib/pictures.ts';
import { HoverContext, useActiveIndex } from '../parts/hover-selection.ts';
import { isLayer, maskAt, type MaskLayers } from './mask-layers.ts';
import type { RegionData } from './region-rows.tsx';
import { RegionTag, useFrame, useTagWidth } from './region-tag.tsx';
import { placeTag, placeTags, positionsAtPoint, type Frame, type Tag } from './tags.ts';
import styles from './regions.module.css';

/** Added to the opacity of a single mask. */
const SINGLE = 0.25;
/** Pixels. */
const MAX_SIDE = 1600;

interface MaskOverlayProps {
  readonly size: PictureSize;
  readonly layers: MaskLayers;
  readonly rows: readonly RegionData[];
  readonly hidden: ReadonlySet<number>;
  /** 0 to 1. */
  readonly opacity: number;
}

/** The numbered masks over a picture, or only the hovered one. The rows have the same information as text. */
export function MaskOverlay({ size, layers, rows, hidden, opacity }: MaskOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useFrame(canvas);
  const { hover } = useContext(HoverContext);
  const active = useActiveIndex();
  const { width, height } = reducedSize(size, MAX_SIDE);
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
    context.globalAlpha = single === undefined ? opacity : Math.min(1, opacity + SINGLE);
    layers.forEach((_, index) => {
      if (single === undefined ? !hidden.has(index) : index === single) draw(index);
    });
    context.globalAlpha = 1;
  }, [layers, hidden, single, opacity, width, height]);

  const onPointerMove = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const x = nativeEvent.offsetX / currentTarget.clientWidth;
    const y = nativeEvent.offsetY / currentTarget.clientHeight;
    hover(maskAt(layers, hidden, x, y));
  };
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.masks}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={onPointerMove}
        onPointerLeave={() => hover(undefined)}
      />
      {frame && <MaskTags layers={layers} rows={rows} hidden={hidden} frame={frame} single={single} />}
    </>
  );
}

interface MaskTagsProps extends Pick<MaskOverlayProps, 'layers' | 'rows' | 'hidden'> {
  readonly frame: Frame;
  /** Index of the only mask that is shown. */
  readonly single: number | undefined;
}

/** The numbers of the visible masks, or the label of a single one. */
function MaskTags({ layers, rows, hidden, frame, single }: MaskTagsProps) {
  const widthOf = useTagWidth();
  const tags = useMemo(() => {
    const visible = layers.flatMap((layer, index) =>
      isLayer(layer) && layer.center && !hidden.has(index) ? [{ index, center: layer.center }] : [],
    );
    const requests = visible.map(({ index, center }): Tag => ({
      short: widthOf(String(index + 1)),
      positions: positionsAtPoint({ left: center.x * frame.width, top: center.y * frame.height }),
    }));
    const placed = placeTags(requests, frame);
    return visible.map(({ index }, at) => ({ index, ...requests[at]!, place: placed[at] }));
  }, [layers, hidden, frame, widthOf]);
  return (
    <div className={styles.tags} aria-hidden="true">
      {tags.map(({ index, positions, place }) => {
        const { label, tone } = rows[index]!;
        const isSingle = index === single;
        const text = isSingle ? label : String(index + 1);
        const shown = isSingle ? placeTag(positions, Math.min(frame.width, widthOf(text)), frame) : place;
        if (!shown || (single !== undefined && !isSingle)) return null;
        return <RegionTag key={index} place={shown} tone={tone} text={text} />;
      })}
    </div>
  );
}
