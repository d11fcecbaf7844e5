import { useMemo, useState } from 'react';
import { nameSearch, visibleLine } from '@tryout/engine';
import type { Key } from '../../terminal/keyboard/key.ts';
import { actionOf } from '../../text-editing/keymap.ts';
import { command, type Command } from './use-keys.ts';

/** What a list needs to know of its items. */
export interface FilterListParts<Item> {
  /** Another array means that rows have come or gone; the row that is chosen stays where it still is. */
  readonly items: readonly Item[];
  /** The same for the same item, also when rows are loaded again. */
  keyOf(item: Item): string;
  /** What it is called: shown, and searched for the typed letters. */
  nameOf(item: Item): string;
  /** What else finds it. */
  wordsOf?(item: Item): string;
  /** What was typed, as an item of its own after those that were found. */
  typedItem?(typed: string): Item | undefined;
  /** The item that is chosen at first, by its key. */
  readonly initialKey?: string;
}

/** A list that is filtered by typing. */
export interface FilterList<Item> {
  /** What was typed. */
  readonly typed: string;
  setTyped(typed: string): void;
  /** The row that the pointer is on, from 0. */
  readonly position: number;
  /** What is in that row; undefined in an empty list. */
  readonly chosen: Item | undefined;
  /** How many rows there are. */
  readonly size: number;
  /** How many items were found, and of how many; the typed one does not count. */
  readonly found: number;
  readonly all: number;
  /** The length of the longest name in characters. */
  readonly longest: number;
  /** Whether what was typed has served: it stays in sight, and the next letter takes its place. */
  readonly isRetired: boolean;
  at(row: number): Item | undefined;
  /** The name as it is shown. */
  nameAt(row: number): string;
  clear(): void;
  /** Goes to an item; to one that is not there when it comes. */
  choose(key: string): void;
  retire(): void;
  /** The key to choose, to clear the filter, and those that move. @param page rows that a page key goes by */
  commands(label: string, page: number, onChoose: (item: Item) => void): readonly Command[];
  /** Looks at a key before the filter line does. @returns whether it was used; undefined where it is text */
  onKey(key: Key): boolean | undefined;
}

interface Place {
  readonly typed: string;
  readonly isRetired: boolean;
  /** The chosen item; undefined means the first one. */
  readonly key: string | undefined;
  /** What was chosen before the first letter was typed. */
  readonly keyBefore: string | undefined;
}

/** The state of a list that is filtered by typing. */
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
    // The functions mean the same for the same items.
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
  // The best match stays chosen when more rows come. While rows are loaded again there are none.
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
      // Without letters what is chosen stays; letters that found nothing meant none of what their beginning found.
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
        // What is typed before the terminal is set up comes with line feeds.
        ...(size > 0 ? [command('enter ctrl+j', label, 'Choose what the pointer is on', run)] : []),
        ...(typed === '' || isRetired ? [] : [command('escape', 'clear', 'Clear the filter', clear)]),
        ...moveCommands(move, page),
      ];
    },
    onKey(key) {
      const { name, text } = key;
      // With nothing typed these mean something else, or nothing.
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
