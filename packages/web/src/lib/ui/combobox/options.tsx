import { markedParts, matchesIn } from '@tryout/engine';
import type { UseComboboxPropGetters } from 'downshift';
import { Check } from 'lucide-react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classes } from '../../classes.ts';
import { VisuallyHidden } from '../panel.tsx';
import type { ComboboxItem } from './combobox.tsx';
import type { RowWindow } from './popup.ts';
import styles from './combobox.module.css';

interface OptionsProps<Item extends ComboboxItem> {
  readonly items: readonly Item[];
  readonly isOpen: boolean;
  readonly rows: RowWindow;
  readonly selected: Item | null;
  readonly highlightedIndex: number;
  readonly menuProps: ComponentProps<'ul'>;
  readonly itemProps: UseComboboxPropGetters<Item>['getItemProps'];
  row(item: Item): ReactNode;
}

/** The visible rows of a combobox and the highlighted one, which must exist as the active descendant. */
export function Options<Item extends ComboboxItem>(props: OptionsProps<Item>) {
  const { items, isOpen, rows, selected, highlightedIndex, menuProps, itemProps, row } = props;
  const shown = isOpen ? indexesIn(rows, highlightedIndex, items.length) : [];
  const height = { '--rows-height': `${items.length * rows.rowHeight}px` } as CSSProperties;
  return (
    <ul {...menuProps} hidden={items.length === 0} className={styles.options} style={height}>
      {shown.map((index) => {
        const item = items[index]!;
        return (
          <li
            key={item.key}
            {...itemProps({
              item,
              index,
              'aria-setsize': items.length,
              'aria-posinset': index + 1,
              style: { top: `${index * rows.rowHeight}px` },
            })}
            className={classes(styles.option, index === highlightedIndex && styles.highlighted)}
          >
            {row(item)}
            {item.key === selected?.key && (
              <span className={styles.chosen}>
                <Check aria-hidden="true" size={18} />
                <VisuallyHidden>, selected</VisuallyHidden>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function indexesIn({ first, end }: RowWindow, highlighted: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, row) => first + row);
  const isOutside = highlighted >= 0 && highlighted < count && (highlighted < first || highlighted >= end);
  return isOutside ? [...indexes, highlighted] : indexes;
}

/** Text with the matches of a search highlighted. */
export function Emphasized({ text, words }: { readonly text: string; readonly words: string }) {
  const ends = words === '' ? [] : (matchesIn([text], words)[0] ?? []);
  const starts = ends.filter((_, index) => index % 2 === 0);
  const marks = starts.map((start, index) => ({ start, end: ends[index * 2 + 1]! }));
  return (
    <span className={styles.emphasized}>
      {markedParts(text, marks).map(({ text: part, mark }) =>
        mark ? <mark key={mark.start}>{part}</mark> : part,
      )}
    </span>
  );
}
