import { count } from '@tryout/engine';
import { memo, useEffect, useMemo, useState, type ComponentType } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import styles from './parts.module.css';

/** Renders an item as a list item. */
type Row<Item> = ComponentType<{ readonly item: Item; readonly index: number }>;

export interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  readonly row: Row<Item>;
  readonly first?: number;
  /** Renders an ordered list. */
  readonly isRanked?: boolean;
  readonly label: string;
  readonly className?: string | undefined;
  readonly frameClassName?: string | undefined;
}

/** A few more items are shown without a button. */
const SLACK = 5;
/** Longer lists are split, as browsers skip the layout of distant parts. */
const PART_LENGTH = 100;

/** A list with 'Show all n' that stays responsive with ten thousand rows. */
export function GrowingList<Item>({
  items,
  row,
  first = 20,
  isRanked = false,
  label,
  className,
  frameClassName,
}: GrowingListProps<Item>) {
  const start = items.length <= first + SLACK ? items.length : first;
  const { shown, isComplete, showAll } = useGrowing(items.length, start, PART_LENGTH * 2);
  const parts = useMemo(() => chunked(items, PART_LENGTH), [items]);
  return (
    <>
      <div className={frameClassName}>
        {parts.slice(0, Math.ceil(shown / PART_LENGTH)).map((part, index) => (
          <ListPart
            key={index}
            items={part}
            from={index * PART_LENGTH}
            max={Math.min(PART_LENGTH, shown - index * PART_LENGTH)}
            row={row as Row<unknown>}
            isRanked={isRanked}
            label={index === 0 ? label : `${label}, from ${count(index * PART_LENGTH + 1)}`}
            className={classes(className, parts.length > 1 && styles.far)}
          />
        ))}
      </div>
      {!isComplete && (
        <Button onClick={showAll} className={styles.all}>
          Show all {count(items.length)}
        </Button>
      )}
    </>
  );
}

interface ListPartProps {
  readonly items: readonly unknown[];
  readonly from: number;
  readonly max: number;
  readonly row: Row<unknown>;
  readonly isRanked: boolean;
  readonly label: string;
  readonly className: string;
}

const ListPart = memo(function ListPart(props: ListPartProps) {
  const { items, from, max, row: ItemRow, isRanked, label, className } = props;
  const rows = items
    .slice(0, max)
    .map((item, index) => <ItemRow key={from + index} item={item} index={from + index} />);
  // Safari announces lists without bullets only with a role.
  const shared = { 'aria-label': label, className, role: 'list' };
  return isRanked ? (
    <ol {...shared} start={from + 1}>
      {rows}
    </ol>
  ) : (
    <ul {...shared}>{rows}</ul>
  );
});

/** Splits a list into parts of a given length. */
export function chunked<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

/**
 * Shows the start of a list and, on request, the rest in steps, one per frame.
 * @param first how many items are shown at first
 */
export function useGrowing(total: number, first: number, step: number) {
  const [showsAll, setShowsAll] = useState(false);
  const [shown, setShown] = useState(first);
  const isGrowing = showsAll && shown < total;
  useEffect(() => {
    if (!isGrowing) return;
    const frame = requestAnimationFrame(() => setShown(shown + step));
    return () => cancelAnimationFrame(frame);
  }, [isGrowing, shown, step]);
  return {
    shown: Math.min(shown, total),
    isComplete: showsAll || total <= first,
    showAll: () => setShowsAll(true),
  };
}
