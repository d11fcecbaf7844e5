import { count, tonesFor, type Box, type FileInput } from '@tryout/engine';
import { useMemo, useState, type ReactNode } from 'react';
import type { ImageSize } from '../../lib/images.ts';
import { useLoaded } from '../../lib/hooks.ts';
import { Switch } from '../../ui/inputs.tsx';
import { getToneStyle, type TogetherProps } from '../parts/parts.tsx';
import { BoxOverlay } from '../regions/boxes.tsx';
import { decodeMasks, MAX_MASKS } from '../regions/mask-layers.ts';
import { MaskOverlay } from '../regions/masks.tsx';
import { createRegionRows, RegionResult } from '../regions/regions.tsx';
import styles from './compared.module.css';

interface TogetherImageProps extends TogetherProps {
  readonly image: FileInput | undefined;
  /** Draws the regions of the models at these positions. */
  overlay(size: ImageSize, visible: readonly number[], tones: readonly number[]): ReactNode;
  /** How many regions of the model at this position are not drawn. */
  countHidden(index: number): number;
}

/** The regions of all models over one image, in a color for each model, which can be shown or hidden. */
function TogetherImage({ views, names, image, overlay, countHidden }: TogetherImageProps) {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const tones = useMemo(() => getTones(names), [names]);
  const results = [...views.keys()].filter((index) => views[index]);
  const visible = results.filter((index) => !hidden.includes(index));
  if (!image) return null;
  return (
    <RegionResult image={image} overlay={(size) => overlay(size, visible, tones)}>
      <ul aria-label="Models in the image" className={styles.models}>
        {results.map((index) => (
          <li key={index} style={getToneStyle(tones[index]!)}>
            <Switch
              checked={visible.includes(index)}
              onChange={() =>
                setHidden(
                  visible.includes(index) ? [...hidden, index] : hidden.filter((each) => each !== index),
                )
              }
            >
              <span className={styles.swatch} />
              {names[index]}
              {countHidden(index) > 0 && ` (${count(countHidden(index))} not drawn)`}
            </Switch>
          </li>
        ))}
      </ul>
    </RegionResult>
  );
}

/** Tones by position: names of models do not name colors. */
function getTones(names: readonly string[]): readonly number[] {
  return tonesFor(names.map((_, index) => String(index)));
}

/** Of each model; more would hide the image. */
const MAX_BOXES = 50;
/** Between outlines, as a share of the image. */
const ROOM = 0.008;

export function BoxesTogether({ views, names }: TogetherProps<'boxes'>) {
  return (
    <TogetherImage
      views={views}
      names={names}
      image={views.find(Boolean)?.image}
      countHidden={(index) => Math.max(0, views[index]!.boxes.length - MAX_BOXES)}
      overlay={(size, visible, tones) => {
        const all = visible.flatMap((index) => {
          const boxes = views[index]!.boxes.slice(0, MAX_BOXES);
          // Outlines of the same object are around each other.
          const room = index * ROOM * Math.max(size.width, size.height);
          return createRegionRows(boxes).map((row, at) => ({
            box: { ...boxes[at]!, box: growBox(boxes[at]!.box, room) },
            row: { ...row, tone: tones[index]! },
          }));
        });
        return (
          <BoxOverlay
            isNumbered={false}
            boxes={all.map(({ box }) => box)}
            rows={all.map(({ row }) => row)}
            size={size}
          />
        );
      }}
    />
  );
}

function growBox({ xmin, ymin, xmax, ymax }: Box, by: number): Box {
  return { xmin: xmin - by, ymin: ymin - by, xmax: xmax + by, ymax: ymax + by };
}

/** Pixels after which the stripes of all models repeat, and the least of a stripe. */
const PERIOD = 12;
const MIN_STRIPE = 3;

/** Stripes between those of other models, because the colors of masks of the same object would mix. */
function getStripes(place: number, count: number): string | undefined {
  if (count === 1) return undefined;
  const stripe = Math.max(MIN_STRIPE, PERIOD / count);
  const [start, end] = [place * stripe, (place + 1) * stripe];
  return `repeating-linear-gradient(135deg, #0000 0 ${start}px, #000 ${start}px ${end}px, #0000 ${end}px ${count * stripe}px)`;
}

export function MasksTogether({ views, names }: TogetherProps<'masks'>) {
  const masks = useMemo(() => {
    const max = Math.floor(MAX_MASKS / views.filter(Boolean).length);
    return views.flatMap(
      (view, model) => view?.masks.slice(0, max).map((mask) => ({ ...mask, model })) ?? [],
    );
  }, [views]);
  const { value: layers } = useLoaded(masks, (all) =>
    decodeMasks(
      all,
      all.map(({ model }) => getTones(names)[model]!),
    ),
  );
  const isDrawn = (at: number) => typeof layers?.[at] === 'object';
  return (
    <TogetherImage
      views={views}
      names={names}
      image={views.find(Boolean)?.image}
      countHidden={(index) =>
        layers
          ? views[index]!.masks.length -
            masks.filter(({ model }, at) => model === index && isDrawn(at)).length
          : 0
      }
      overlay={(_size, visible, tones) => {
        const rows = createRegionRows(masks).map((row, at) => {
          const { model } = masks[at]!;
          const layer = layers?.[at];
          const place = visible.indexOf(model);
          return {
            ...row,
            tone: tones[model]!,
            layer: typeof layer === 'object' ? layer : undefined,
            isShown: place >= 0,
            stripes: getStripes(place, visible.length),
          };
        });
        return <MaskOverlay isNumbered={false} rows={rows} opacity={0.6} />;
      }}
    />
  );
}
