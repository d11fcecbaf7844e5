import { count } from '@tryout/engine';
import { memo, useMemo, type ComponentType } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import styles from './growing-list.module.css';
import { useGrowing } from './use-growing.ts';

/** What draws an entry of a list: a list item. */
export type Row<Item> = ComponentType<{ readonly item: Item; readonly index: number }>;

export interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  /** Always the same component, so that a row that is drawn stays. */
  readonly row: Row<Item>;
  /** How many are drawn until all are asked for. */
  readonly first?: number;
  /** Whether their order tells something: a numbered list for screen readers. */
  readonly isRanked?: boolean;
  readonly label: string;
  readonly className?: string | undefined;
}

const FIRST = 20;
/** A button for the sake of a few rows is more trouble than the rows. */
const SLACK = 5;
const STEP = 100;

/** A list that is cut with 'Show all n' where it is long, and stays quick with ten thousand rows. */
export function GrowingList<Item>({
  items,
  row,
  first = FIRST,
  isRanked = false,
  label,
  className,
}: GrowingListProps<Item>) {
  const start = items.length <= first + SLACK ? items.length : first;
  const { shown, isWhole, showAll } = useGrowing(items.length, start, STEP * 2);
  const chunks = useMemo(() => chunksOf(items), [items]);
  const List = isRanked ? 'ol' : 'ul';
  return (
    <>
      <List
        aria-label={label}
        className={classes(className, items.length > STEP && styles.long)}
        // Safari drops the list from what it tells screen readers where there are no bullets.
        role="list"
      >
        {chunks.slice(0, Math.ceil(shown / STEP)).map((chunk, index) => (
          <Chunk
            key={index}
            items={chunk}
            from={index * STEP}
            most={Math.min(STEP, shown - index * STEP)}
            row={row as Row<unknown>}
          />
        ))}
      </List>
      {!isWhole && (
        <Button onClick={showAll} className={styles.all}>
          Show all {count(items.length)}
        </Button>
      )}
    </>
  );
}

interface ChunkProps {
  readonly items: readonly unknown[];
  readonly from: number;
  readonly most: number;
  readonly row: Row<unknown>;
}

const Chunk = memo(function Chunk({ items, from, most, row: RowOf }: ChunkProps) {
  return items
    .slice(0, most)
    .map((item, index) => <RowOf key={from + index} item={item} index={from + index} />);
});

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / STEP) }, (_, index) =>
    items.slice(index * STEP, (index + 1) * STEP),
  );
}
