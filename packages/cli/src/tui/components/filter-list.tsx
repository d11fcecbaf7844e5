import { nameSearch, visibleLine, type SearchTerms, count as inThousands, matchesIn } from '@tryout/engine';
import { useMemo, useState, type ReactNode } from 'react';
import type { Key } from '../../text-editing/key.ts';
import { command, minorCommand, type Command, useTerminal } from '../hooks/use-picker.ts';
import { Box } from 'ink';
import { pad, getWidth } from '../../screen/index.ts';
import { TextLine } from './text-line.tsx';
import { Lines, paragraph } from './text.tsx';

interface FilterListOptions<Item> {
  /** May grow or shrink; the selected item stays selected. */
  readonly items: readonly Item[];
  /** Identifies an item, even after a reload. */
  getKey(item: Item): string;
  getName(item: Item): string;
  /** What else an item is found by. */
  getTerms(item: Item): SearchTerms;
  /** A last row for the typed text, below the matching items. */
  customItem?(text: string): Item | undefined;
  readonly initialKey?: string | undefined;
}

type FilterList<Item> = ReturnType<typeof useFilterList<Item>>;

export function useFilterList<Item>(options: FilterListOptions<Item>) {
  const { items, getKey, getName, getTerms } = options;
  const { body } = useTerminal();
  const [filter, setFilterText] = useState('');
  /** The key of the selected item; without one, the first item is selected. */
  const [selected, choose] = useState<string>();
  // The initial key may become known later.
  const key = selected ?? (filter === '' ? options.initialKey : undefined);
  const { search, longest } = useMemo(() => {
    const names = items.map((item) => visibleLine(getName(item)));
    const lengths = names.map(({ length }) => length);
    return { search: nameSearch(names, items.map(getTerms)), longest: Math.max(0, ...lengths) };
    // The functions always return the same for the same items.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [items]);
  const matching = useMemo(
    () => search.find(filter)?.map((row) => items[row]!) ?? items,
    [items, search, filter],
  );
  const customRow = matching.length > 0 ? options.customItem?.(filter) : undefined;
  const rows = customRow === undefined ? matching : [...matching, customRow];
  const index = rows.findIndex((item) => getKey(item) === key);
  const position = Math.max(0, index);
  const selection = rows[position];

  function setFilter(next: string): void {
    setFilterText(next);
    // Clearing the filter keeps the selection.
    choose(next === '' && selection !== undefined ? getKey(selection) : undefined);
  }
  const clear = () => setFilter('');

  function moveBy(distance: number): void {
    const item = rows[Math.max(0, Math.min(position + distance, rows.length - 1))];
    if (item !== undefined) choose(getKey(item));
  }

  return {
    filter,
    setFilter,
    clear,
    /** The matching items, and the row for the typed text. */
    rows,
    /** The number of matching items. */
    count: matching.length,
    /** The selected row, from 0. */
    position,
    /** The selected item; undefined in an empty list. */
    selection,
    all: items.length,
    /** The length of the longest name in characters. */
    longest: customRow === undefined ? longest : Math.max(longest, getName(customRow).length),
    nameAt: (row: number) => visibleLine(getName(rows[row]!)),
    /** Selects an item, possibly one that is added later. */
    choose,
    /** Selects the row below the selected one, or the one above the last: for an item that is about to be removed. */
    leaveSelection: () => moveBy(position === rows.length - 1 ? -1 : 1),
    /** Commands to choose, to clear the filter and to move. */
    commands(label: string, onChoose: (item: Item) => void): readonly Command[] {
      const run = () => selection !== undefined && onChoose(selection);
      const page = Math.max(1, body.rows - 2);
      return [
        ...(selection === undefined ? [] : [command('enter ctrl+j', label, 'Choose the selected row', run)]),
        ...(filter === '' ? [] : [command('escape', 'clear', 'Clear the filter', clear)]),
        minorCommand('up', 'up', 'Up one row', () => moveBy(-1)),
        minorCommand('down', 'down', 'Down one row', () => moveBy(1)),
        minorCommand('page-up', 'page up', 'Up one page', () => moveBy(-page)),
        minorCommand('page-down', 'page down', 'Down one page', () => moveBy(page)),
        minorCommand('home', 'first', 'Go to the first row', () => moveBy(-Infinity)),
        minorCommand('end', 'last', 'Go to the last row', () => moveBy(Infinity)),
      ];
    },
    /** Without a filter, `?` lists the keys and Space does nothing. @returns undefined passes the key on */
    onKey({ name }: Key): boolean | undefined {
      if (filter === '' && name === '?') return false;
      return filter === '' && name === 'space' ? true : undefined;
    },
  };
}

/** Columns to the right of the names, with a fixed width. */
export interface ExtraColumns<Item> {
  readonly width: number;
  /** Unstyled. */
  readonly heading?: string;
  /** Returns styled text. */
  of(item: Item): string;
}

interface FilterListProps<Item> {
  readonly list: FilterList<Item>;
  /** The height, with the lines below. */
  readonly rows: number;
  /** Singular, for the count, such as `model`. */
  readonly noun: string;
  readonly placeholder: string;
  /** After the count, such as `loading more`. */
  readonly note?: string;
  /** @param columns cells of the row, including the name */
  aside(columns: number): ExtraColumns<Item> | undefined;
  /** A styled mark before the name; all are equally wide. */
  mark?(item: Item): string;
  spokenRow(item: Item): string;
  /** The heading above an item that starts a group; shown while nothing is filtered. */
  groupTitle?(item: Item): string | undefined;
  /** Whether a row is less useful than others. */
  isDim?(item: Item): boolean;
  /** Styled lines about the selected item or the empty list, if there is room. */
  readonly below?: readonly string[];
  /** A constant number of lines below, so that the list does not move with the selection. */
  readonly belowRows?: number | undefined;
}

const LABEL = 'Filter: ';
/** Minimum rows to show headings. */
const ROOM_FOR_HEADING = 6;
/** The items that stay visible above the lines below. */
const MIN_ITEMS = 3;
const MIN_TEXT = 12;

/** A filter line, the rows around the selected one, and lines below. Other rows are not rendered. */
export function FilterListView<Item>(props: FilterListProps<Item>): ReactNode {
  const { theme, body, isScreenReader } = useTerminal();
  const { list, spokenRow } = props;
  const { below: lines = [] } = props;
  const below = Array.from({ length: props.belowRows ?? lines.length }, (_, row) => lines[row] ?? '');
  const { rows: items, position } = list;
  const room = Math.max(0, props.rows - 1 - Math.min(MIN_ITEMS, items.length));
  const gap = below.length > 0 && below.length < room && !isScreenReader ? [''] : [];
  const linesBelow = [...gap, ...below.slice(0, room)];
  const [lastTop, setTop] = useState(0);
  const markOf = (item: Item) => props.mark?.(item) ?? '';
  const [firstItem] = items;
  const markWidth = firstItem === undefined ? 0 : getWidth(markOf(firstItem));
  const columns = body.columns - theme.margin.length - markWidth;
  const aside = props.aside(columns);
  const width = Math.max(1, aside ? Math.min(list.longest, columns - aside.width - 1) : columns);
  const height = props.rows - linesBelow.length;
  const heading = height >= ROOM_FOR_HEADING && items.length > 0 ? aside?.heading : undefined;
  const groupTitles = list.filter === '' && props.groupTitle ? items.map(props.groupTitle) : [];
  const hasGroup = height >= ROOM_FOR_HEADING && groupTitles.some((title) => title !== undefined);
  const lineCount = Math.max(1, height - (heading === undefined ? 1 : 2));
  const rows = hasGroup ? lineCount - 1 : lineCount;
  const top = windowTop(lastTop, position, rows, items.length);
  if (top !== lastTop) setTop(top);
  const visible = items.slice(top, top + lineCount);
  const names = visible.map((_, index) => list.nameAt(top + index));
  const matches = matchesIn(names, list.filter);

  const line = (item: Item, index: number) => {
    const row = top + index;
    const isSelected = row === position;
    const style = isSelected ? theme.accent : props.isDim?.(item) ? theme.dim : undefined;
    const text = theme.cut(names[index]!, width);
    const label = emphasize(text, matches[index]!, { match: theme.match, ...(style && { plain: style }) });
    const start = (isSelected ? theme.accent(theme.pointer) : theme.margin) + markOf(item);
    return aside ? `${start}${pad(label, width)} ${aside.of(item)}` : start + label;
  };
  const listed = visible.flatMap((item, index) => {
    const title = hasGroup ? groupTitles[top + index] : undefined;
    return [...(title === undefined ? [] : [theme.dim(theme.margin + title)]), line(item, index)];
  });
  const spoken = () =>
    list.selection === undefined
      ? []
      : paragraph(`Selected, ${position + 1} of ${items.length}: ${spokenRow(list.selection)}`, body.columns);
  const above = heading === undefined ? [] : [theme.dim(`${theme.margin}${' '.repeat(width + 1)}${heading}`)];
  return (
    <Box flexDirection="column" flexShrink={0}>
      <FilterLine {...props} />
      <Lines lines={isScreenReader ? spoken() : [...above, ...listed.slice(0, lineCount)]} />
      <Lines lines={linesBelow} />
    </Box>
  );
}

function FilterLine<Item>({ list, noun, placeholder, note = '' }: FilterListProps<Item>): ReactNode {
  const { theme, body } = useTerminal();
  const { count: matching, all, filter } = list;
  const amount = filter === '' ? inThousands(all) : `${inThousands(matching)} of ${inThousands(all)}`;
  // An empty list may be loading.
  const amountAndNoun = all === 0 ? '' : `${amount} ${noun}${all === 1 ? '' : 's'}`;
  const full = [amountAndNoun, note].filter(Boolean).join(theme.separator);
  const fits = (text: string) => getWidth(text) <= body.columns - LABEL.length - MIN_TEXT;
  const count = [full, amountAndNoun].find(fits) ?? '';
  const width = Math.max(1, body.columns - LABEL.length - (count === '' ? 0 : getWidth(count) + 1));
  return (
    <Box flexShrink={0} width={body.columns}>
      <Box flexShrink={0} width={LABEL.length + width}>
        <TextLine
          label={theme.dim(LABEL)}
          value={filter}
          onChange={list.setFilter}
          onKey={list.onKey}
          takesText={filter !== ''}
          width={width}
          placeholder={placeholder}
        />
      </Box>
      {count !== '' && <Lines lines={[` ${theme.dim(count)}`]} />}
    </Box>
  );
}

/**
 * The first visible row, moved as little as possible to show the selected row.
 * @param top the previous first visible row
 */
export function windowTop(top: number, selected: number, rows: number, count: number): number {
  const highest = Math.max(0, count - rows);
  const lowest = Math.max(0, selected - rows + 1);
  return Math.min(Math.max(top, lowest), Math.min(selected, highest));
}

/**
 * Highlights the matching parts of a name.
 * @param name the name, possibly truncated
 * @param ranges start and end of each match, in UTF-16 units
 */
export function emphasize(
  name: string,
  ranges: readonly number[],
  { match, plain = (text) => text }: { match(text: string): string; plain?(text: string): string },
): string {
  const isMatched = new Uint8Array(name.length);
  for (let index = 0; index < ranges.length; index += 2) isMatched.fill(1, ranges[index], ranges[index + 1]);
  let text = '';
  for (let start = 0, end = 0; start < name.length; start = end) {
    while (end < name.length && isMatched[end] === isMatched[start]) end += 1;
    const part = name.slice(start, end);
    text += isMatched[start] ? match(part) : plain(part);
  }
  return text;
}
