import { count as inThousands, matchesIn } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { pad, widthOf, type Size } from '../../terminal/index.ts';
import type { FilterList } from '../hooks/use-filter-list.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { TextLine } from './text-line.tsx';
import { Lines, paragraph } from './text.tsx';

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
  readonly room: Size;
  /** Singular, for the count, such as `model`. */
  readonly noun: string;
  readonly placeholder: string;
  /** After the count, such as `loading more`. */
  readonly note?: string;
  /** @param columns cells of the row, including the name */
  aside(columns: number): ExtraColumns<Item> | undefined;
  spokenRow(item: Item): string;
  /** Whether a row is less useful than others. */
  isDim?(item: Item): boolean;
}

const ROWS_READ = 3;
const LABEL = 'Filter: ';
/** Minimum rows to show headings. */
const ROOM_FOR_HEADING = 6;
const MIN_TEXT = 12;

/** A filter line and the rows around the selected one. Other rows are not rendered. */
export function FilterListView<Item>(props: FilterListProps<Item>): ReactNode {
  const { terminal, theme, isScreenReader } = useTerminal();
  const { list, room, spokenRow } = props;
  const [lastTop, setTop] = useState(0);
  const columns = room.columns - theme.margin.length;
  const aside = props.aside(columns);
  const width = Math.max(1, aside ? Math.min(list.longest, columns - aside.width - 1) : columns);
  const heading = room.rows >= ROOM_FOR_HEADING && list.size > 0 ? aside?.heading : undefined;
  const rows = rowsOfList(room, heading !== undefined);
  const top = windowTop(lastTop, list.position, rows, list.size);
  if (top !== lastTop) setTop(top);
  const names = Array.from({ length: Math.max(0, Math.min(rows, list.size - top)) }, (_, index) =>
    list.nameAt(top + index),
  );
  const matches = matchesIn(names, list.typed);

  const line = (name: string, index: number) => {
    const row = top + index;
    const isSelected = row === list.position;
    const isTypedModel = row >= list.found;
    const cut = theme.cut(name, isTypedModel ? columns : width);
    const isDim = row < list.found && props.isDim?.(list.at(row)!);
    const plain = isSelected ? { plain: theme.accent } : isDim ? { plain: theme.dim } : {};
    const styled = emphasize(cut, matches[index]!, { match: theme.match, ...plain });
    const start = isSelected ? theme.accent(theme.pointer) : theme.margin;
    return aside && !isTypedModel
      ? `${start}${pad(styled, width)} ${aside.of(list.at(row)!)}`
      : start + styled;
  };
  /** The selected row in words, and what follows it. */
  const spoken = () => {
    const { chosen, position, size } = list;
    if (chosen === undefined) return [];
    const words = `Selected, ${position + 1} of ${size}: ${spokenRow(chosen)}`;
    const next = Array.from({ length: Math.min(ROWS_READ, size - 1 - position) }, (_, index) =>
      theme.cut(`Next: ${list.nameAt(position + 1 + index)}`, terminal.columns),
    );
    return [...paragraph(words, terminal.columns), ...next];
  };
  const above = heading === undefined ? [] : [theme.dim(`${theme.margin}${' '.repeat(width + 1)}${heading}`)];
  return (
    <Box flexDirection="column" flexShrink={0}>
      <FilterLine {...props} />
      <Lines lines={isScreenReader ? spoken() : [...above, ...names.map(line)]} />
    </Box>
  );
}

/** The number of visible items, which is also the page size. */
export function rowsOfList(room: Size, hasHeading: boolean): number {
  return Math.max(1, room.rows - 1 - (hasHeading ? 1 : 0));
}

function FilterLine<Item>({ list, room, noun, placeholder, note = '' }: FilterListProps<Item>): ReactNode {
  const { theme } = useTerminal();
  const { found, all, typed } = list;
  const amount = typed === '' ? inThousands(all) : `${inThousands(found)} of ${inThousands(all)}`;
  const amountAndNoun = `${amount} ${noun}${all === 1 ? '' : 's'}`;
  const full = [amountAndNoun, note].filter(Boolean).join(theme.separator);
  const fits = (text: string) => widthOf(text) <= room.columns - LABEL.length - MIN_TEXT;
  const count = [full, amountAndNoun, amount].find(fits) ?? '';
  const width = Math.max(1, room.columns - LABEL.length - (count === '' ? 0 : widthOf(count) + 1));
  return (
    <Box flexShrink={0} width={room.columns}>
      <Box flexShrink={0} width={LABEL.length + width}>
        <TextLine
          label={theme.dim(LABEL)}
          value={typed}
          onChange={list.setTyped}
          onKey={list.onKey}
          takesText={typed !== ''}
          width={width}
          placeholder={placeholder}
          style={list.isStale ? theme.dim : undefined}
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
 * @param shown the name, possibly truncated
 * @param ranges start and end of each match, in UTF-16 units
 */
export function emphasize(
  shown: string,
  ranges: readonly number[],
  { match, plain = (text) => text }: { match(text: string): string; plain?(text: string): string },
): string {
  const isMatched = new Uint8Array(shown.length);
  for (let index = 0; index < ranges.length; index += 2) isMatched.fill(1, ranges[index], ranges[index + 1]);
  let styled = '';
  for (let start = 0, end = 0; start < shown.length; start = end) {
    while (end < shown.length && isMatched[end] === isMatched[start]) end += 1;
    const part = shown.slice(start, end);
    styled += isMatched[start] ? match(part) : plain(part);
  }
  return styled;
}
