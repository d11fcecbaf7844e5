import { asLine, tonesFor } from '@tryout/engine';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { AmountBar, scoreAmounts, type AmountRowData } from '../parts/amount-row.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { useHoverPart } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import { toneStyle } from '../parts/tone-style.ts';
import styles from './regions.module.css';

export interface RegionData extends AmountRowData {
  /** Index in the engine's `tones`. */
  readonly tone: number;
}

/** The rows of boxes or masks. */
export function regionRows(
  regions: readonly { readonly label: string; readonly score?: number }[],
): readonly RegionData[] {
  const amounts = scoreAmounts(regions);
  const tones = tonesFor(regions.map(({ label }) => label));
  return regions.map(({ label }, index) => ({
    label: asLine(label),
    ...amounts[index]!,
    tone: tones[index]!,
  }));
}

/** The rows, or a note if there are none. */
export function RegionList<Item>(props: ComponentProps<typeof GrowingList<Item>>) {
  if (props.items.length === 0) return <Note>Nothing found</Note>;
  return <GrowingList {...props} first={30} className={styles.rows} />;
}

interface RegionRowProps {
  readonly item: RegionData;
  readonly index: number;
}

/** The row of a region: hovering or focusing it shows the region, clicking it pins it. */
export function RegionButtonRow({ item, index }: RegionRowProps) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <RegionItem tone={item.tone} isActive={isActive}>
      <button
        type="button"
        className={styles.row}
        aria-pressed={isPinned}
        onClick={pin}
        {...hoverProps}
        {...focusProps}
      >
        <RegionText item={item} index={index} />
      </button>
    </RegionItem>
  );
}

interface RegionItemProps {
  readonly tone: number;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

/** The list item of a row, which scrolls into view when its region is hovered in the picture. */
export function RegionItem({ tone, isActive, children }: RegionItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.parentElement;
    if (!isActive || !item.current || !list || item.current.matches(':hover, :focus-within')) return;
    // `scrollIntoView` would also scroll the page, away from the picture.
    const { offsetTop, offsetHeight } = item.current;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }, [isActive]);
  return (
    <li ref={item} className={classes(styles.item, isActive && styles.activeRow)} style={toneStyle(tone)}>
      {children}
    </li>
  );
}

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
