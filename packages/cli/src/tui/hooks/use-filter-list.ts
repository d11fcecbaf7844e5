import { useMemo, useState } from 'react';
import { nameSearch, visibleLine } from '@tryout/engine';
import type { Key } from '../../terminal/keyboard/key.ts';
import { actionOf } from '../../text-editing/actions.ts';
import { command, type Command } from './use-keys.ts';

/** The items of a list and how to read them. */
export interface FilterListParts<Item> {
  /** Another array means that items were added or removed; the selected item stays selected. */
  readonly items: readonly Item[];
  /** Identifies an item, also after a reload. */
  keyOf(item: Item): string;
  /** Its name, shown and searched. */
  nameOf(item: Item): string;
  /** More words to search. */
  wordsOf?(item: Item): string;
  /** The typed text as an item of its own, listed last. */
  typedItem?(typed: string): Item | undefined;
  /** The item selected at first, by its key. */
  readonly initialKey?: string;
}

/** The state of a list that is filtered by typing. */
export interface FilterList<Item> {
  /** The filter. */
  readonly typed: string;
  setTyped(typed: string): void;
  /** The selected row, from 0. */
  readonly position: number;
  /** The selected item; undefined in an empty list. */
  readonly chosen: Item | undefined;
  /** The number of rows. */
  readonly size: number;
  /** The number of matches, without the typed item, and of all items. */
  readonly found: number;
  readonly all: number;
  /** The length of the longest name in characters. */
  readonly longest: number;
  /** Whether the filter was used: it stays visible until the next letter replaces it. */
  readonly isRetired: boolean;
  at(row: number): Item | undefined;
  /** The name as shown. */
  nameAt(row: number): string;
  clear(): void;
  /** Selects an item; one that is not listed yet is selected when it arrives. */
  choose(key: string): void;
  retire(): void;
  /** Commands to choose, to clear the filter and to move. @param page rows that page keys move by */
  commands(label: string, page: number, onChoose: (item: Item) => void): readonly Command[];
  /** Handles a key before the filter line does. @returns whether it was used; undefined leaves it to the text */
  onKey(key: Key): boolean | undefined;
}

interface Place {
  readonly typed: string;
  readonly isRetired: boolean;
  /** The selected item; undefined means the first one. */
  readonly key: string | undefined;
  /** What was selected before the first letter was typed. */
  readonly keyBefore: string | undefined;
}

/** Filters a list by typing. */
export function useFilterList<Item>(parts: FilterListParts<Item>): FilterList<Item> {
  const { items, keyOf, nameOf, wordsOf, typedItem } = parts;
  const [place, setPlace] = useState<Place>({
    typed: '',
    isRetired: false,
    key: parts.initialKey,
    keyBefore: undefined,
  });
  const { typed, isRetired, key } = place;
  const { names, search, longest } = useMemo(() => {
    const all = items.map((item) => visibleLine(nameOf(item)));
    return {
      names: all,
      search: nameSearch(all, wordsOf && items.map((item) => wordsOf(item))),
      longest: all.reduce((most, { length }) => Math.max(most, length), 0),
    };
    // The functions always give the same for the same items.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [items]);
  const rows = useMemo(() => search.find(typed), [search, typed]);
  const own = useMemo(
    () => (typed === '' ? undefined : typedItem?.(typed)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [items, typed],
  );
  const found = rows?.length ?? items.length;
  const size = found + (own === undefined ? 0 : 1);
  const at = (row: number) => (row < found ? items[rows?.[row] ?? row] : row === found ? own : undefined);
  const rowOfKey = useMemo(() => {
    if (key === undefined) return -1;
    if (!rows) return items.findIndex((item) => keyOf(item) === key);
    return rows.findIndex((row) => keyOf(items[row]!) === key);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [items, rows, key]);
  const isOwn = own !== undefined && key !== undefined && keyOf(own) === key;
  const position = rowOfKey !== -1 ? rowOfKey : isOwn ? found : 0;
  const first = at(0);
  // The best match stays selected when more items arrive.
  if (key === undefined && found > 0 && first !== undefined) setPlace({ ...place, key: keyOf(first) });

  const chosen = at(position);
  const choose = (next: string) => setPlace({ ...place, key: next });
  const move = (distance: number) => {
    const item = at(Math.max(0, Math.min(position + distance, size - 1)));
    if (item !== undefined) choose(keyOf(item));
  };
  const setTyped = (next: string) =>
    setPlace({
      typed: next,
      isRetired: false,
      keyBefore: typed === '' ? key : place.keyBefore,
      // Clearing the filter keeps the selection, or brings back the old one after a filter without matches.
      key: next === '' ? (size === 0 ? place.keyBefore : key) : undefined,
    });
  const clear = () => setTyped('');
  return {
    typed,
    setTyped,
    position,
    chosen,
    size,
    found,
    all: items.length,
    longest,
    isRetired,
    at,
    nameAt(row) {
      const known = row < found ? names[rows?.[row] ?? row] : undefined;
      return known ?? (own === undefined ? '' : visibleLine(nameOf(own)));
    },
    clear,
    choose,
    retire: () => setPlace({ ...place, isRetired: typed !== '' }),
    commands(label, page, onChoose) {
      const run = () => chosen !== undefined && onChoose(chosen);
      return [
        // Enter pressed before raw mode arrives as a line feed.
        ...(size > 0 ? [command('enter ctrl+j', label, 'Choose what the pointer is on', run)] : []),
        ...(typed === '' || isRetired ? [] : [command('escape', 'clear', 'Clear the filter', clear)]),
        ...moveCommands(move, page),
      ];
    },
    onKey(key) {
      const { name, text } = key;
      // Without a filter `?` lists the keys, and Space means nothing.
      if (typed === '' && name === '?') return false;
      if (typed === '' && name === 'space') return true;
      if (!isRetired) return undefined;
      if (text !== '') setTyped(visibleLine(text));
      else if (actionOf(key) !== undefined) setPlace({ ...place, isRetired: false });
      return text === '' ? undefined : true;
    },
  };
}

function moveCommands(move: (distance: number) => void, page: number): readonly Command[] {
  const moves: readonly [key: string, label: string, distance: number][] = [
    ['up', 'up', -1],
    ['down', 'down', 1],
    ['page-up', 'a page up', -page],
    ['page-down', 'a page down', page],
    ['home', 'first', -Infinity],
    ['end', 'last', Infinity],
  ];
  return moves.map(([key, label, distance]) => ({
    keys: [key],
    label,
    isMinor: true,
    run: () => move(distance),
  }));
}
