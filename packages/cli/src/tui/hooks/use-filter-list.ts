import { nameSearch, visibleLine } from '@tryout/engine';
import { useMemo, useState } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { actionOf } from '../../text-editing/actions.ts';
import { command, type Command } from './use-keys.ts';

interface FilterListOptions<Item> {
  /** Another array means that items were added or removed; the selected item stays selected. */
  readonly items: readonly Item[];
  /** Identifies an item, also after a reload. */
  keyOf(item: Item): string;
  /** Shown and searched. */
  nameOf(item: Item): string;
  /** More words to search. */
  searchTextOf?(item: Item): string;
  /** The typed text as an item of its own, listed last. */
  typedItem?(typed: string): Item | undefined;
  /** The key of the item selected at first. */
  readonly initialKey?: string | undefined;
}

/** A list that is filtered by typing. */
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
  /** The number of matches, without the typed item. */
  readonly found: number;
  /** The number of items. */
  readonly all: number;
  /** The length of the longest name in characters. */
  readonly longest: number;
  /** Whether the filter was used: it stays visible until the next letter replaces it. */
  readonly isStale: boolean;
  at(row: number): Item | undefined;
  nameAt(row: number): string;
  clear(): void;
  /** Selects an item; one that is not listed yet is selected when it arrives. */
  choose(key: string): void;
  markStale(): void;
  /** Commands to choose, to clear the filter and to move. @param page rows that page keys move by */
  commands(label: string, page: number, onChoose: (item: Item) => void): readonly Command[];
  /** Handles a key before the filter line does. @returns whether it was used; undefined leaves it to the text */
  onKey(key: Key): boolean | undefined;
}

interface State {
  readonly typed: string;
  readonly isStale: boolean;
  /** The selected item; undefined means the first one. */
  readonly key: string | undefined;
  /** The selected item before the first letter was typed. */
  readonly keyBefore: string | undefined;
}

export function useFilterList<Item>(options: FilterListOptions<Item>): FilterList<Item> {
  const { items, keyOf, nameOf, searchTextOf, typedItem } = options;
  const [state, setState] = useState<State>({
    typed: '',
    isStale: false,
    key: options.initialKey,
    keyBefore: undefined,
  });
  const { typed, isStale, key } = state;
  const { names, search, longest } = useMemo(() => {
    const names = items.map((item) => visibleLine(nameOf(item)));
    return {
      names,
      search: nameSearch(names, searchTextOf && items.map((item) => searchTextOf(item))),
      longest: names.reduce((max, { length }) => Math.max(max, length), 0),
    };
    // The functions always return the same for the same items.
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
  if (key === undefined && found > 0 && first !== undefined) setState({ ...state, key: keyOf(first) });

  const chosen = at(position);
  const choose = (next: string) => setState({ ...state, key: next });
  const setTyped = (next: string) =>
    setState({
      typed: next,
      isStale: false,
      keyBefore: typed === '' ? key : state.keyBefore,
      // Clearing the filter keeps the selection, or restores the old one after a filter without matches.
      key: next === '' ? (size === 0 ? state.keyBefore : key) : undefined,
    });
  const clear = () => setTyped('');
  const moveBy = (keys: string, label: string, distance: number): Command => ({
    keys: [keys],
    label,
    isMinor: true,
    run() {
      const item = at(Math.max(0, Math.min(position + distance, size - 1)));
      if (item !== undefined) choose(keyOf(item));
    },
  });
  return {
    typed,
    setTyped,
    position,
    chosen,
    size,
    found,
    all: items.length,
    longest,
    isStale,
    at,
    nameAt(row) {
      const known = row < found ? names[rows?.[row] ?? row] : undefined;
      return known ?? (own === undefined ? '' : visibleLine(nameOf(own)));
    },
    clear,
    choose,
    markStale: () => setState({ ...state, isStale: typed !== '' }),
    commands(label, page, onChoose) {
      const run = () => chosen !== undefined && onChoose(chosen);
      return [
        // Enter pressed before raw mode arrives as a line feed.
        ...(size > 0 ? [command('enter ctrl+j', label, 'Choose the selected row', run)] : []),
        ...(typed === '' || isStale ? [] : [command('escape', 'clear', 'Clear the filter', clear)]),
        moveBy('up', 'up', -1),
        moveBy('down', 'down', 1),
        moveBy('page-up', 'page up', -page),
        moveBy('page-down', 'page down', page),
        moveBy('home', 'first', -Infinity),
        moveBy('end', 'last', Infinity),
      ];
    },
    onKey(key) {
      const { name, text } = key;
      // Without a filter, `?` lists the keys and Space does nothing.
      if (typed === '' && name === '?') return false;
      if (typed === '' && name === 'space') return true;
      if (!isStale) return undefined;
      if (text !== '') setTyped(visibleLine(text));
      else if (actionOf(key) !== undefined) setState({ ...state, isStale: false });
      return text === '' ? undefined : true;
    },
  };
}
