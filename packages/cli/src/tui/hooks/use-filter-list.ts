import { nameSearch, visibleLine, type SearchTerms } from '@tryout/engine';
import { useMemo, useState } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { command, minorCommand, type Command } from './use-keys.ts';
import { useTerminal } from './use-picker.ts';

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

export type FilterList<Item> = ReturnType<typeof useFilterList<Item>>;

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
