import { asLine, formatScores } from '@tryout/engine';
import { createContext, memo, useContext, useMemo, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { barOf, type AmountRowData } from '../parts/amount-row.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { HoverContext, useHoverPart, useNewHoverSelection } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { isLayer, MAX_MASKS, useMaskLayers } from './mask-layers.ts';
import { MaskOverlay } from './mask-overlay.tsx';
import { RegionItem, RegionPicture, RegionText } from './region-picture.tsx';
import styles from './regions.module.css';

const none: ReadonlySet<number> = new Set();

/** The picture with colored masks, and a row to show or hide each mask. */
export function Masks({ view: { image, masks } }: ResultProps<'masks'>) {
  const selection = useNewHoverSelection();
  const layers = useMaskLayers(masks);
  const [hidden, setHidden] = useState(none);
  const rows = useMemo(() => {
    const scores = formatScores(masks.map(({ score }) => score));
    return masks.map(({ label }, index): MaskRowData => {
      const { amount, share } = scores[index]!;
      const layer = layers[index];
      const detail = layer !== undefined && !isLayer(layer) ? `Mask ${layer.error}` : undefined;
      const isDrawn = index < MAX_MASKS && detail === undefined;
      return { label: asLine(label), amount, bar: barOf(share), detail, isDrawn };
    });
  }, [masks, layers]);
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
            overlay={(size) => <MaskOverlay size={size} layers={layers} hidden={hidden} />}
          />
          <div className={styles.legend}>
            {masks.length === 0 ? (
              <Note>Nothing found</Note>
            ) : (
              <GrowingList label="Masks" items={rows} row={MaskRow} first={30} frameClassName={styles.list} />
            )}
            {masks.length > MAX_MASKS && <Note>The first {MAX_MASKS} are drawn.</Note>}
            {drawn.length > 1 && (
              <div className={styles.actions}>
                <Button onClick={() => setHidden(none)} disabled={hidden.size === 0}>
                  Show all masks
                </Button>
                <Button onClick={() => setHidden(new Set(drawn))} disabled={hidden.size === drawn.length}>
                  Hide all masks
                </Button>
              </div>
            )}
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

interface MaskRowData extends AmountRowData {
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
    <RegionItem index={index} isActive={isActive}>
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
