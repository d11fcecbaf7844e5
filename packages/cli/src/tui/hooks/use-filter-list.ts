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
  typedItem?(typed: string): Item | undefined;
  readonly initialKey?: string | undefined;
}

export type FilterList<Item> = ReturnType<typeof useFilterList<Item>>;

export function useFilterList<Item>(options: FilterListOptions<Item>) {
  const { items, getKey, getName, getTerms } = options;
  const { body } = useTerminal();
  const [typed, setText] = useState('');
  /** The key of the selected item; without one, the first item is selected. */
  const [selected, choose] = useState<string>();
  // The initial key may become known later.
  const key = selected ?? (typed === '' ? options.initialKey : undefined);
  const { search, longest } = useMemo(() => {
    const names = items.map((item) => visibleLine(getName(item)));
    const lengths = names.map(({ length }) => length);
    return { search: nameSearch(names, items.map(getTerms)), longest: Math.max(0, ...lengths) };
    // The functions always return the same for the same items.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [items]);
  const matching = useMemo(
    () => search.find(typed)?.map((row) => items[row]!) ?? items,
    [items, search, typed],
  );
  const typedItem = matching.length > 0 ? options.typedItem?.(typed) : undefined;
  const listed = typedItem === undefined ? matching : [...matching, typedItem];
  const found = listed.findIndex((item) => getKey(item) === key);
  const position = Math.max(0, found);
  const chosen = listed[position];

  function setTyped(next: string): void {
    setText(next);
    // Clearing the filter keeps the selection.
    choose(next === '' && chosen !== undefined ? getKey(chosen) : undefined);
  }
  const clear = () => setTyped('');

  function moveBy(distance: number): void {
    const item = listed[Math.max(0, Math.min(position + distance, listed.length - 1))];
    if (item !== undefined) choose(getKey(item));
  }

  return {
    typed,
    setTyped,
    clear,
    /** The matching items, and the row for the typed text. */
    listed,
    /** The number of matching items. */
    count: matching.length,
    /** The selected row, from 0. */
    position,
    /** The selected item; undefined in an empty list. */
    chosen,
    all: items.length,
    /** The length of the longest name in characters. */
    longest: typedItem === undefined ? longest : Math.max(longest, getName(typedItem).length),
    nameAt: (row: number) => visibleLine(getName(listed[row]!)),
    /** Selects an item, possibly one that is added later. */
    choose,
    /** Commands to choose, to clear the filter and to move. */
    commands(label: string, onChoose: (item: Item) => void): readonly Command[] {
      const run = () => chosen !== undefined && onChoose(chosen);
      const page = Math.max(1, body.rows - 2);
      return [
        ...(chosen === undefined ? [] : [command('enter ctrl+j', label, 'Choose the selected row', run)]),
        ...(typed === '' ? [] : [command('escape', 'clear', 'Clear the filter', clear)]),
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
      if (typed === '' && name === '?') return false;
      return typed === '' && name === 'space' ? true : undefined;
    },
  };
}
