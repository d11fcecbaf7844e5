import { count } from '@tryout/engine';
import { type ComponentType, memo, useEffect, useMemo, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import styles from './parts.module.css';

/** What draws an entry of a list: a list item. */
type Row<Item> = ComponentType<{ readonly item: Item; readonly index: number }>;

interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  /** Always the same component, so that a row that is drawn stays. */
  readonly row: Row<Item>;
  /** How many are drawn until all are asked for. */
  readonly first?: number;
  /** Whether their order tells something: a numbered list for screen readers. */
  readonly isRanked?: boolean;
  readonly label: string;
  readonly className?: string | undefined;
  /** Of what is around the list. */
  readonly frameClassName?: string | undefined;
}

const FIRST = 20;
/** A button for the sake of a few rows is more trouble than the rows. */
const SLACK = 5;
/** More rows than this are several lists: browsers lay out only those that are near to what is seen. */
const OF_A_LIST = 100;

/** A list that is cut with 'Show all n' where it is long, and stays quick with ten thousand rows. */
export function GrowingList<Item>({
  items,
  row,
  first = FIRST,
  isRanked = false,
  label,
  className,
  frameClassName,
}: GrowingListProps<Item>) {
  const start = items.length <= first + SLACK ? items.length : first;
  const { shown, isWhole, showAll } = useGrowing(items.length, start, OF_A_LIST * 2);
  const lists = useMemo(() => listsOf(items), [items]);
  return (
    <>
      <div className={frameClassName}>
        {lists.slice(0, Math.ceil(shown / OF_A_LIST)).map((list, index) => (
          <PartOfList
            key={index}
            items={list}
            from={index * OF_A_LIST}
            most={Math.min(OF_A_LIST, shown - index * OF_A_LIST)}
            row={row as Row<unknown>}
            isRanked={isRanked}
            label={index === 0 ? label : `${label}, from ${count(index * OF_A_LIST + 1)} on`}
            className={classes(className, lists.length > 1 && styles.far)}
          />
        ))}
      </div>
      {!isWhole && (
        <Button onClick={showAll} className={styles.all}>
          Show all {count(items.length)}
        </Button>
      )}
    </>
  );
}

interface PartOfListProps {
  readonly items: readonly unknown[];
  readonly from: number;
  readonly most: number;
  readonly row: Row<unknown>;
  readonly isRanked: boolean;
  readonly label: string;
  readonly className: string;
}

const PartOfList = memo(function PartOfList(props: PartOfListProps) {
  const { items, from, most, row: RowOf, isRanked, label, className } = props;
  const rows = items
    .slice(0, most)
    .map((item, index) => <RowOf key={from + index} item={item} index={from + index} />);
  // Safari tells screen readers of no list where there are no bullets, unless it is said.
  const shared = { 'aria-label': label, className, role: 'list' };
  return isRanked ? (
    <ol {...shared} start={from + 1}>
      {rows}
    </ol>
  ) : (
    <ul {...shared}>{rows}</ul>
  );
});

function listsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / OF_A_LIST) }, (_, index) =>
    items.slice(index * OF_A_LIST, (index + 1) * OF_A_LIST),
  );
}

/** How much of a long list is drawn. */
interface Growing {
  /** How many entries are there now. */
  readonly shown: number;
  /** Whether all of them are asked for; they come a step a frame, so that the page stays quick. */
  readonly isWhole: boolean;
  showAll(): void;
}

/**
 * Draws the beginning of a list and, when asked for, the rest of it in steps.
 * @param first how many are drawn at first
 * @param step how many more in each frame
 */
export function useGrowing(total: number, first: number, step: number): Growing {
  const [isWhole, setWhole] = useState(false);
  const [shown, setShown] = useState(first);
  const isComing = isWhole && shown < total;
  useEffect(() => {
    if (!isComing) return;
    const frame = requestAnimationFrame(() => setShown(shown + step));
    return () => cancelAnimationFrame(frame);
  }, [isComing, shown, step]);
  return { shown: Math.min(shown, total), isWhole: isWhole || total <= first, showAll: () => setWhole(true) };
}
