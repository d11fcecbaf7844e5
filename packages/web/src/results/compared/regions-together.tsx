import { tonesFor, type Box, type FileInput } from '@tryout/engine';
import { useMemo, useState, type ReactNode } from 'react';
import type { ImageSize } from '../../lib/images.ts';
import { useLoaded } from '../../lib/hooks.ts';
import { Switch } from '../../ui/inputs.tsx';
import { getToneStyle } from '../parts/parts.tsx';
import { BoxOverlay } from '../regions/boxes.tsx';
import { decodeMasks } from '../regions/mask-layers.ts';
import { MaskOverlay } from '../regions/masks.tsx';
import { createRegionRows, RegionResult } from '../regions/regions.tsx';
import type { TogetherProps } from './together.ts';
import styles from './compared.module.css';

interface TogetherImageProps extends TogetherProps {
  readonly image: FileInput | undefined;
  /** Draws the regions of the models at these positions. */
  overlay(size: ImageSize, visible: readonly number[], tones: readonly number[]): ReactNode;
}

/** The regions of all models over one image, in a color for each model, which can be shown or hidden. */
function TogetherImage({ views, names, image, overlay }: TogetherImageProps) {
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

export function MasksTogether({ views, names }: TogetherProps<'masks'>) {
  const masks = useMemo(
    () =>
      views.flatMap(
        (view, index) => view?.masks.map((mask) => ({ ...mask, model: index, name: mask.label })) ?? [],
      ),
    [views],
  );
  const { value: layers = [] } = useLoaded(masks, (all) =>
    // The label determines the color.
    decodeMasks(all.map((mask) => ({ ...mask, label: String(mask.model) }))),
  );
  return (
    <TogetherImage
      views={views}
      names={names}
      image={views.find(Boolean)?.image}
      overlay={(_size, visible, tones) => {
        const rows = createRegionRows(masks).map((row, at) => {
          const { model } = masks[at]!;
          const layer = layers[at];
          const isShown = visible.includes(model);
          return {
            ...row,
            tone: tones[model]!,
            layer: typeof layer === 'object' ? layer : undefined,
            isShown,
          };
        });
        return <MaskOverlay isNumbered={false} rows={rows} opacity={0.5} />;
      }}
    />
  );
}
