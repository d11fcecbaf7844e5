import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { count as inThousands, matchesIn } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import type { FilterList } from '../hooks/use-filter-list.ts';
import { type Size, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { Lines, paragraph } from './text.tsx';
import { TextLine } from './text-line.tsx';

/** Columns to the right of the names, all rows in the same width. */
export interface Aside<Item> {
  /** Cells. */
  readonly width: number;
  /** Above the columns, unstyled. */
  readonly heading?: string;
  /** Styled. */
  of(item: Item): string;
}

interface FilterListProps<Item> {
  readonly list: FilterList<Item>;
  readonly room: Size;
  /** Names one item, for the count: `model`. */
  readonly noun: string;
  /** Shown in the filter while nothing is typed. */
  readonly placeholder: string;
  /** Shown after the count, such as `loading more`. */
  readonly note?: string;
  /** @param columns cells that a row has, for the name too */
  aside?(columns: number): Aside<Item> | undefined;
  /** All of a row in words, for a screen reader; by default its name. */
  inWords?(item: Item): string;
}

/** Rows that a screen reader reads each time. */
const READ_ROWS = 3;
const LABEL = 'Filter: ';
/** From this many lines on the columns have headings. */
const ROOM_FOR_HEADING = 6;
/** Cells reserved for typed text next to the count. */
const FOR_TEXT = 12;

/** A filter line and the rows around the selected one. Other rows are not rendered. */
export function FilterListView<Item>(props: FilterListProps<Item>): ReactNode {
  const { isRead } = usePicker();
  const { terminal, theme } = useTerminal();
  const { ellipsis } = symbolsOf(terminal);
  const { list, room, inWords } = props;
  const [lastTop, setTop] = useState(0);
  const columns = room.columns - theme.margin.length;
  const aside = props.aside?.(columns);
  const width = Math.max(1, aside ? Math.min(list.longest, columns - aside.width - 1) : columns);
  const heading = aside?.heading !== undefined && room.rows >= ROOM_FOR_HEADING && list.size > 0;
  const rows = rowsOfList(room, heading);
  const top = windowTop(lastTop, list.position, rows, list.size);
  if (top !== lastTop) setTop(top);
  const names = Array.from({ length: Math.max(0, Math.min(rows, list.size - top)) }, (_, index) =>
    list.nameAt(top + index),
  );
  const matches = matchesIn(names, list.typed);

  const line = (name: string, index: number) => {
    const row = top + index;
    const isChosen = row === list.position;
    const isOwn = row >= list.found;
    const shown = truncate(name, isOwn ? columns : width, ellipsis);
    const plain = isChosen ? { plain: theme.accent } : {};
    const styled = emphasize(shown, matches[index]!, { match: theme.match, ...plain });
    const start = isChosen ? theme.accent(theme.pointer) : theme.margin;
    return aside && !isOwn ? `${start}${pad(styled, width)} ${aside.of(list.at(row)!)}` : start + styled;
  };
  /** The chosen row in words, and what follows it. */
  const spoken = () => {
    const { chosen, position, size } = list;
    if (chosen === undefined) return [];
    const words = inWords?.(chosen) ?? list.nameAt(position);
    const next = Array.from({ length: Math.min(READ_ROWS, size - 1 - position) }, (_, index) =>
      truncate(`Next: ${list.nameAt(position + 1 + index)}`, terminal.columns, ellipsis),
    );
    return [...paragraph(`Chosen, ${position + 1} of ${size}: ${words}`, terminal.columns), ...next];
  };
  const above = heading ? [theme.dim(`${theme.margin}${' '.repeat(width + 1)}${aside.heading}`)] : [];
  return (
    <Box flexDirection="column" flexShrink={0}>
      <FilterLine {...props} />
      <Lines lines={isRead ? spoken() : [...above, ...names.map(line)]} />
    </Box>
  );
}

/** The number of items that fit; page keys move by as many. */
export function rowsOfList(room: Size, hasHeading: boolean): number {
  return Math.max(1, room.rows - 1 - (hasHeading ? 1 : 0));
}

function FilterLine<Item>({ list, room, noun, placeholder, note = '' }: FilterListProps<Item>): ReactNode {
  const { terminal, theme } = useTerminal();
  const { found, all, typed } = list;
  const amount = typed === '' ? inThousands(all) : `${inThousands(found)} of ${inThousands(all)}`;
  const what = `${amount} ${noun}${all === 1 ? '' : 's'}`;
  const full = [what, note].filter(Boolean).join(symbolsOf(terminal).separator);
  const fits = (text: string) => widthOf(text) <= room.columns - LABEL.length - FOR_TEXT;
  const count = [full, what, amount].find(fits) ?? '';
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
          {...(list.isRetired ? { look: theme.dim } : {})}
        />
      </Box>
      {count !== '' && <Lines lines={[` ${theme.dim(count)}`]} />}
    </Box>
  );
}

/**
 * The first row that is shown: the window moves as little as possible so that the chosen row is in it.
 * @param top the first row that was shown before
 */
export function windowTop(top: number, chosen: number, rows: number, count: number): number {
  const highest = Math.max(0, count - rows);
  const lowest = Math.max(0, chosen - rows + 1);
  return Math.min(Math.max(top, lowest), Math.min(chosen, highest));
}

/**
 * Highlights the letters of a name that match the search.
 * @param shown the name, cut to the room there is
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
