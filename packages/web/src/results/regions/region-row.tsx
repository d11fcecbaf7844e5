import { memo, type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { AmountBar, type AmountRowData, toneClass } from '../parts/amount-row.tsx';
import { pointing, useLinkedPart } from '../parts/hover-selection.ts';
import styles from './regions.module.css';

interface RegionRowProps {
  readonly item: AmountRowData;
  readonly index: number;
}

/** A row that stands for a part of the picture: pointing at it or reaching it shows the part, pressing it pins it. */
export const RegionButtonRow = memo(function RegionButtonRow({ item, index }: RegionRowProps) {
  const { linked, isActive, isPinned } = useLinkedPart(index);
  return (
    <RegionItem index={index} isActive={isActive}>
      <button
        type="button"
        className={styles.row}
        aria-pressed={isPinned}
        {...pointing(linked, index)}
        onFocus={(event) => event.target.matches(':focus-visible') && linked.focus(index)}
        onBlur={() => linked.focus(undefined)}
        onClick={() => linked.pin(index)}
      >
        <RegionText item={item} index={index} />
      </button>
    </RegionItem>
  );
});

/** The list item around a row; comes into view in its list when its part is pointed at in the picture. */
export function RegionItem({
  index,
  isActive,
  children,
}: {
  readonly index: number;
  readonly isActive: boolean;
  readonly children: ReactNode;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.parentElement?.parentElement;
    if (!isActive || !item.current || !list || item.current.matches(':hover, :focus-within')) return;
    // Only the list scrolls; the picture that is pointed at stays where it is.
    const { offsetTop, offsetHeight } = item.current;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }, [isActive]);
  return (
    <li ref={item} className={classes(styles.item, toneClass(index), isActive && styles.activeRow)}>
      {children}
    </li>
  );
}

/** Number, label, bar, amount and detail of a row. */
export function RegionText({ item: { label, amount, bar, detail }, index }: RegionRowProps) {
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <span className={styles.label} dir="auto">
        {label === '' ? '(no label)' : label}
      </span>
      {amount !== '' && <span className={styles.amount}>{amount}</span>}
      {bar && <AmountBar {...bar} className={styles.bar} />}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </>
  );
}
