import { markedParts, matchesIn, type TextPlace } from '@tryout/engine';
import { useCombobox as useDownshift, type UseComboboxProps, type UseComboboxReturnValue } from 'downshift';
import { Check } from 'lucide-react';
import {
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type UIEvent,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { useResize } from '../../lib/hooks.ts';
import { VisuallyHidden } from '../panel.tsx';
import styles from './combobox.module.css';

export interface ComboboxItem {
  readonly key: string;
  readonly text: string;
  /** Triggers an action instead of being selected. */
  readonly isAction?: boolean;
  readonly isDisabled?: boolean;
  /** Above the item, which is the first of its group. */
  readonly heading?: string | undefined;
}

/** Items that are marked with a check box or with Shift-Enter, without being selected. */
export interface Marks {
  readonly keys: readonly string[];
  /** What they are marked for, for screen readers and in a tooltip. */
  readonly label: string;
  onToggle(key: string): void;
}

interface OptionsProps<Item extends ComboboxItem> {
  readonly marks?: Marks | undefined;
  readonly combobox: UseComboboxReturnValue<Item>;
  /** Of the list, without its `ref`. */
  readonly listProps: ComponentProps<'ul'>;
  readonly items: readonly Item[];
  readonly isOpen: boolean;
  readonly selected: Item | null;
  row(item: Item): ReactNode;
}

/** The visible rows of a combobox and the highlighted one, which must exist as the active descendant. */
export function Options<Item extends ComboboxItem>(props: OptionsProps<Item>) {
  const { combobox, listProps, items, isOpen, selected, row, marks } = props;
  const { highlightedIndex } = combobox;
  const { first, end, element, onScroll } = useRowWindow(isOpen);
  const headings = useMemo(() => countHeadings(items), [items]);
  const height = { '--rows': items.length, '--headings': headings.at(-1) } as CSSProperties;
  return (
    <ul
      {...listProps}
      ref={element}
      onScroll={onScroll}
      hidden={items.length === 0}
      className={styles.options}
      style={height}
    >
      {items.map((item, index) => {
        const isMarked = marks?.keys.includes(item.key);
        const isVisible = index >= first && index < end;
        if (!isOpen || (!isVisible && index !== highlightedIndex)) return null;
        return (
          <li
            key={item.key}
            {...combobox.getItemProps({
              item,
              index,
              'aria-setsize': items.length,
              'aria-posinset': index + 1,
              style: { '--row': index, '--headings': headings[index] } as CSSProperties,
            })}
            data-heading={item.heading}
            className={classes(styles.option, index === highlightedIndex && styles.highlighted)}
          >
            {row(item)}
            {marks && !item.isAction && !item.isDisabled && (
              <span
                className={styles.mark}
                title={marks.label}
                data-marked={isMarked || undefined}
                onClick={(event) => {
                  event.stopPropagation();
                  marks.onToggle(item.key);
                }}
              >
                <Check aria-hidden="true" size={16} strokeWidth={3} />
                {isMarked && <VisuallyHidden>, {marks.label}</VisuallyHidden>}
              </span>
            )}
            {!marks && item.key === selected?.key && (
              <span className={styles.chosen}>
                <Check aria-hidden="true" size={18} />
              </span>
            )}
            {item.key === selected?.key && <VisuallyHidden>, selected</VisuallyHidden>}
          </li>
        );
      })}
    </ul>
  );
}

/** The headings up to each item. */
function countHeadings(items: readonly ComboboxItem[]): number[] {
  let count = 0;
  return items.map(({ heading }) => (heading === undefined ? count : (count += 1)));
}

/** Height of a row in rem, as in the style sheet. */
const ROW_HEIGHT = 3.5;
/** Extra rows above and below the visible ones; all headings together are lower. */
const OVERSCAN = 4;

function useRowWindow(isOpen: boolean) {
  const element = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [rowHeight] = useState(
    () => ROW_HEIGHT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const follow = ({ scrollTop }: Element) => setTop(Math.floor(scrollTop / rowHeight));
  useResize(
    element,
    (list) => {
      setHeight(list.clientHeight);
      // A list that is opened again starts at the top, without a scroll event.
      follow(list);
    },
    isOpen,
  );
  return {
    first: Math.max(0, top - OVERSCAN),
    end: top + Math.ceil(height / rowHeight) + 1 + OVERSCAN,
    element,
    onScroll: ({ currentTarget }: UIEvent) => follow(currentTarget),
  };
}

interface EmphasizedProps {
  readonly text: string;
  readonly words: string;
}

/** Text with the matches of a search highlighted; a model's organization is shortened before its name. */
export function Emphasized({ text, words }: EmphasizedProps) {
  const ends = words === '' ? [] : (matchesIn([text], words)[0] ?? []);
  const starts = ends.filter((_, index) => index % 2 === 0);
  const marks = starts.map((start, index) => ({ start, end: ends[index * 2 + 1]! }));
  const organization = text.slice(0, text.indexOf('/') + 1);
  const isInOrganization = ({ end }: { readonly end: number }) => end <= organization.length;
  const name = marks.filter((mark) => !isInOrganization(mark) && mark.start >= organization.length);
  const shifted = name.map(({ start, end }) => ({
    start: start - organization.length,
    end: end - organization.length,
  }));
  return (
    <span className={styles.emphasized}>
      <span>{mark(organization, marks.filter(isInOrganization))}</span>
      <span>{mark(text.slice(organization.length), shifted)}</span>
    </span>
  );
}

function mark(text: string, marks: readonly TextPlace[]) {
  return markedParts(text, marks).map(({ text: part, mark }) =>
    mark ? <mark key={mark.start}>{part}</mark> : part,
  );
}

export const changeTypes = useDownshift.stateChangeTypes;

/**
 * Downshift's combobox, without what it chooses by itself: the highlighted item when the input loses the focus, for
 * example because Esc closed its dialog, and none on Esc.
 */
export function useCombobox<Item>(props: UseComboboxProps<Item>): UseComboboxReturnValue<Item> {
  return useDownshift<Item>({
    ...props,
    stateReducer(state, action) {
      const { selectedItem, inputValue } = state;
      const isLeaving =
        action.type === changeTypes.InputBlur || action.type === changeTypes.InputKeyDownEscape;
      const changes = isLeaving ? { ...action.changes, selectedItem, inputValue } : action.changes;
      return props.stateReducer?.(state, { ...action, changes }) ?? changes;
    },
  });
}
