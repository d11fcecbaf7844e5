import { createContext, memo, useContext, useMemo, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { HoverContext, useHoverPart, useNewHoverSelection } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { isLayer, MAX_MASKS, useMaskLayers } from './mask-layers.ts';
import { MaskOverlay } from './mask-overlay.tsx';
import { RegionPicture } from './region-picture.tsx';
import { RegionItem, RegionList, regionRows, RegionText, type RegionData } from './region-rows.tsx';
import styles from './regions.module.css';

const none: ReadonlySet<number> = new Set();

/** The picture with colored masks, and a row to show or hide each mask. */
export function Masks({ view: { image, masks } }: ResultProps<'masks'>) {
  const selection = useNewHoverSelection();
  const regions = useMemo(() => regionRows(masks), [masks]);
  const layers = useMaskLayers(masks, regions);
  const [hidden, setHidden] = useState(none);
  const [opacity, setOpacity] = useState(50);
  const rows = useMemo(() => {
    return regions.map((region, index): MaskRowData => {
      const layer = layers[index];
      const detail = layer !== undefined && !isLayer(layer) ? `Mask ${layer.error}` : undefined;
      const isDrawn = index < MAX_MASKS && detail === undefined;
      return { ...region, detail, isDrawn };
    });
  }, [regions, layers]);
  const visibility = useMemo(
    () => ({
      hidden,
      toggle: (index: number) => setHidden((before) => toggled(before, index)),
    }),
    [hidden],
  );
  const drawn = rows.flatMap(({ isDrawn }, index) => (isDrawn ? [index] : []));
  return (
    <HoverContext value={selection}>
      <MaskVisibility value={visibility}>
        <div className={styles.layout}>
          <RegionPicture
            image={image}
            overlay={(size) => (
              <MaskOverlay
                size={size}
                layers={layers}
                rows={regions}
                hidden={hidden}
                opacity={opacity / 100}
              />
            )}
          />
          <div className={styles.legend}>
            {drawn.length > 0 && (
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
                <Button onClick={() => setHidden(hidden.size > 0 ? none : new Set(drawn))}>
                  {hidden.size > 0 ? 'Show all masks' : 'Hide all masks'}
                </Button>
              </div>
            )}
            <RegionList label="Masks" items={rows} row={MaskRow} />
            {masks.length > MAX_MASKS && <Note>The first {MAX_MASKS} are drawn.</Note>}
          </div>
        </div>
      </MaskVisibility>
    </HoverContext>
  );
}

function toggled(indexes: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(indexes);
  if (!next.delete(index)) next.add(index);
  return next;
}

interface MaskRowData extends RegionData {
  /** False for masks that cannot be shown. */
  readonly isDrawn: boolean;
}

/** The hidden masks. */
const MaskVisibility = createContext<{ readonly hidden: ReadonlySet<number>; toggle(index: number): void }>({
  hidden: none,
  toggle: () => undefined,
});

interface MaskRowProps {
  readonly item: MaskRowData;
  readonly index: number;
}

/** The row of a mask with its checkbox; hovering or focusing it shows the mask alone. */
const MaskRow = memo(function MaskRow({ item, index }: MaskRowProps) {
  const { isActive, hoverProps, focusProps } = useHoverPart(index);
  const { hidden, toggle } = useContext(MaskVisibility);
  return (
    <RegionItem tone={item.tone} isActive={isActive}>
      <label className={styles.row} {...hoverProps}>
        <RegionText item={item} index={index} />
        <input
          type="checkbox"
          className={styles.switch}
          checked={item.isDrawn && !hidden.has(index)}
          disabled={!item.isDrawn}
          onChange={() => toggle(index)}
          {...focusProps}
        />
      </label>
    </RegionItem>
  );
});
