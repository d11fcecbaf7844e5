import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { Note, useHoverPart, useHoverSelection, type ResultProps } from '../parts/parts.tsx';
import { covers, decodeMasks, MAX_MASKS, type MaskLayer } from './mask-layers.ts';
import { placeTags, useDisplaySize, RegionTag, type Tag } from './region-tags.tsx';
import {
  RegionResult,
  RegionItem,
  RegionList,
  createRegionRows,
  RegionText,
  type RegionData,
} from './regions.tsx';
import styles from './regions.module.css';

interface MaskData extends RegionData {
  /** Undefined until it is decoded, and if it cannot be shown. */
  readonly layer: MaskLayer | undefined;
  readonly isShown: boolean;
  /** The parts of it that are visible, as an image of CSS; all by default. */
  readonly stripes?: string | undefined;
  /** Shows or hides it; undefined for masks that cannot be shown. */
  readonly onToggle?: (() => void) | undefined;
}

/** The image with colored masks, and a row to show or hide each mask. */
export function Masks({ view: { image, masks } }: ResultProps<'masks'>) {
  const regions = useMemo(() => createRegionRows(masks), [masks]);
  const { value: layers = [] } = useLoaded(masks, (all) => decodeMasks(all));
  const [hiddenIndexes, setHiddenIndexes] = useState<readonly number[]>([]);
  const [opacity, setOpacity] = useState(50);
  const rows = regions.map((region, index): MaskData => {
    const layer = layers[index];
    if (index >= MAX_MASKS) return { ...region, layer: undefined, isShown: false };
    if (typeof layer === 'string') return { ...region, detail: layer, layer: undefined, isShown: false };
    const isShown = !hiddenIndexes.includes(index);
    const onToggle = () =>
      setHiddenIndexes(isShown ? [...hiddenIndexes, index] : hiddenIndexes.filter((each) => each !== index));
    return { ...region, layer, isShown, onToggle };
  });
  const drawableIndexes = rows.flatMap(({ onToggle }, index) => (onToggle ? [index] : []));
  return (
    <RegionResult image={image} overlay={() => <MaskOverlay rows={rows} opacity={opacity / 100} />}>
      {drawableIndexes.length > 0 && (
        <div className={styles.controls}>
          <label className={styles.slider}>
            Mask opacity
            <input
              type="range"
              step={5}
              value={opacity}
              aria-valuetext={`${opacity}%`}
              onChange={({ target }) => setOpacity(target.valueAsNumber)}
            />
            <span className={styles.percent} aria-hidden="true">
              {opacity}%
            </span>
          </label>
          <Button onClick={() => setHiddenIndexes(hiddenIndexes.length > 0 ? [] : drawableIndexes)}>
            {hiddenIndexes.length > 0 ? 'Show all masks' : 'Hide all masks'}
          </Button>
        </div>
      )}
      <RegionList label="Masks" items={rows} row={MaskRow} />
      {masks.length > MAX_MASKS && <Note>The first {MAX_MASKS} are drawn.</Note>}
    </RegionResult>
  );
}

/** The row of a mask with its checkbox; hovering or focusing it shows the mask alone. */
function MaskRow({ item, index }: { readonly item: MaskData; readonly index: number }) {
  const { isActive, hoverProps, focusProps } = useHoverPart(index);
  return (
    <RegionItem tone={item.tone} isActive={isActive}>
      <label className={styles.row} {...hoverProps}>
        <RegionText item={item} index={index} />
        <input
          type="checkbox"
          className={styles.switch}
          checked={item.isShown}
          disabled={!item.onToggle}
          onChange={item.onToggle}
          {...focusProps}
        />
      </label>
    </RegionItem>
  );
}

/** Added to the opacity of a single mask. */
const SINGLE = 0.25;

interface MaskOverlayProps {
  readonly rows: readonly MaskData[];
  readonly opacity: number;
  /** True by default. Otherwise, only the mask that is pointed at has a label. */
  readonly isNumbered?: boolean;
}

/** The numbered masks over an image, or only the hovered one. The rows have the same information as text. */
export function MaskOverlay({ rows, opacity, isNumbered = true }: MaskOverlayProps) {
  const { activeIndex, hover } = useHoverSelection();
  const overlay = useRef<HTMLDivElement>(null);
  const size = useDisplaySize(overlay);
  const visibleMasks = rows.flatMap(({ layer, isShown, label, tone, stripes }, index) =>
    layer && isShown ? [{ index, layer, label, tone, stripes }] : [],
  );
  const single = visibleMasks.find(({ index }) => index === activeIndex);
  const tagMasks = single ? [single] : isNumbered ? visibleMasks : [];
  const choices = tagMasks.map(({ index, layer: { center }, label }): Tag[] =>
    center ? [{ ...center, text: single ? label : String(index + 1), isCentered: true }] : [],
  );
  const tags = placeTags(choices, size);

  const onPointerMove = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent) => {
    const { clientWidth, clientHeight } = currentTarget;
    hover(
      visibleMasks.findLast(({ layer }) => covers(layer, offsetX / clientWidth, offsetY / clientHeight))
        ?.index,
    );
  };
  return (
    <div
      ref={overlay}
      className={styles.overlay}
      aria-hidden="true"
      onPointerMove={onPointerMove}
      onPointerLeave={() => hover(undefined)}
    >
      {visibleMasks.map(({ index, layer, stripes }) => (
        <MaskCanvas
          key={index}
          layer={layer}
          opacity={single ? opacity + SINGLE : opacity}
          stripes={single ? undefined : stripes}
          isHidden={single !== undefined && single.index !== index}
        />
      ))}
      {tags.map(
        (tag, at) => tag && <RegionTag key={tagMasks[at]!.index} {...tag} tone={tagMasks[at]!.tone} />,
      )}
    </div>
  );
}

interface MaskCanvasProps {
  readonly layer: MaskLayer;
  readonly opacity: number;
  readonly stripes: string | undefined;
  readonly isHidden: boolean;
}

function MaskCanvas({ layer: { image, width, height }, opacity, stripes, isHidden }: MaskCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(image, 0, 0), [image]);
  return (
    <canvas
      ref={canvas}
      className={styles.mask}
      width={width}
      height={height}
      hidden={isHidden}
      style={{ opacity, maskImage: stripes }}
    />
  );
}
