import { count } from '@tryout/engine';
import { useState, type ComponentType } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './parts.module.css';

interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  /** Renders an item as a list item. */
  readonly row: ComponentType<{ readonly item: Item; readonly index: number }>;
  readonly first?: number;
  /** Renders an ordered list. */
  readonly isRanked?: boolean;
  readonly label: string;
  readonly className?: string | undefined;
}

/** A few more items are shown without a button. */
const SLACK = 5;
/** Browsers need about a second for more rows. */
const MAX_STEP = 2000;

/** The start of a list, with a button for the rest. */
export function GrowingList<Item>(props: GrowingListProps<Item>) {
  const { items, row: Row, first = 20, isRanked = false, label, className } = props;
  const [shown, setShown] = useState(items.length <= first + SLACK ? items.length : first);
  const next = Math.min(items.length, shown + MAX_STEP);
  const List = isRanked ? 'ol' : 'ul';
  return (
    <>
      {/* Safari announces lists without bullets only with a role. */}
      <List role="list" aria-label={label} className={className}>
        {items.slice(0, shown).map((item, index) => (
          <Row key={index} item={item} index={index} />
        ))}
      </List>
      {shown < items.length && (
        <Button onClick={() => setShown(next)} className={styles.all}>
          Show {next === items.length ? `all ${count(next)}` : `${count(next - shown)} more`}
        </Button>
      )}
    </>
  );
}
