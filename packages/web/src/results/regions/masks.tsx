import { asLine, scoreTexts } from '@tryout/engine';
import { createContext, memo, useContext, useMemo, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { type AmountRowData, barOf } from '../parts/amount-row.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { LinkedContext, pointing, useLinkedPart, useNewLinked } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { isLayer, MOST_MASKS, useMaskLayers } from './mask-layers.ts';
import { MaskOverlay } from './mask-overlay.tsx';
import { RegionPicture } from './region-picture.tsx';
import { RegionItem, RegionText } from './region-row.tsx';
import styles from './regions.module.css';

const nothing: ReadonlySet<number> = new Set();

/** The picture with its masks in colors, each linked with its row, where it is switched on and off. */
export function Masks({ view: { image, masks } }: ResultProps<'masks'>) {
  const linked = useNewLinked();
  const layers = useMaskLayers(masks);
  const [hidden, setHidden] = useState(nothing);
  const rows = useMemo(() => {
    const scores = scoreTexts(masks.map(({ score }) => score));
    return masks.map(({ label }, index): MaskRowData => {
      const { amount, share } = scores[index]!;
      const layer = layers[index];
      const fault = layer !== undefined && !isLayer(layer) ? { detail: `Mask ${layer.fault}` } : {};
      const isDrawn = index < MOST_MASKS && !('detail' in fault);
      return { label: asLine(label), amount, ...barOf(share), ...fault, isDrawn };
    });
  }, [masks, layers]);
  const shown = useMemo(
    () => ({
      hidden,
      toggle: (index: number) => setHidden((before) => toggled(before, index)),
    }),
    [hidden],
  );
  const drawn = rows.flatMap(({ isDrawn }, index) => (isDrawn ? [index] : []));
  return (
    <LinkedContext value={linked}>
      <ShownMasks value={shown}>
        <div className={styles.sheet}>
          <RegionPicture
            image={image}
            overlay={(extent) => <MaskOverlay extent={extent} layers={layers} hidden={hidden} />}
          />
          <div className={styles.legend}>
            {masks.length === 0 ? (
              <Note>Nothing found</Note>
            ) : (
              <GrowingList label="Masks" items={rows} row={MaskRow} first={30} frameClassName={styles.list} />
            )}
            {masks.length > MOST_MASKS && <Note>The first {MOST_MASKS} are drawn.</Note>}
            {drawn.length > 1 && (
              <div className={styles.ways}>
                <Button onClick={() => setHidden(nothing)} disabled={hidden.size === 0}>
                  Show all masks
                </Button>
                <Button onClick={() => setHidden(new Set(drawn))} disabled={hidden.size === drawn.length}>
                  Hide all
                </Button>
              </div>
            )}
          </div>
        </div>
      </ShownMasks>
    </LinkedContext>
  );
}

function toggled(indexes: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(indexes);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** A row of a mask; `isDrawn` where there is something to switch off. */
export interface MaskRowData extends AmountRowData {
  readonly isDrawn: boolean;
}

/** Which masks are switched off, and the switch. */
export const ShownMasks = createContext<{
  readonly hidden: ReadonlySet<number>;
  toggle(index: number): void;
}>({ hidden: new Set(), toggle: () => undefined });

/** A row that switches its mask on and off; pointing at it or reaching it shows the mask alone. */
export const MaskRow = memo(function MaskRow({
  item,
  index,
}: {
  readonly item: MaskRowData;
  readonly index: number;
}) {
  const { linked, isActive } = useLinkedPart(index);
  const { hidden, toggle } = useContext(ShownMasks);
  return (
    <RegionItem index={index} isActive={isActive}>
      <label className={styles.row} {...pointing(linked, index)}>
        <RegionText item={item} index={index} />
        <input
          type="checkbox"
          className={styles.switch}
          checked={item.isDrawn && !hidden.has(index)}
          disabled={!item.isDrawn}
          onChange={() => toggle(index)}
          onFocus={(event) => event.target.matches(':focus-visible') && linked.focus(index)}
          onBlur={() => linked.focus(undefined)}
        />
      </label>
    </RegionItem>
  );
});
