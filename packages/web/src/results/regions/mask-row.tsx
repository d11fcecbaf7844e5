import { createContext, memo, useContext } from 'react';
import type { AmountRowData } from '../parts/amount-row.tsx';
import { pointing, useLinkedPart } from '../parts/linked.ts';
import { RegionItem, RegionText } from './region-row.tsx';
import styles from './region-row.module.css';

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
