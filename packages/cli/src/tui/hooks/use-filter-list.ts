import { nameSearch, visibleLine, type SearchTerms } from '@tryout/engine';
import { useMemo, useState } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { actionOf } from '../../text-editing/actions.ts';
import { command, type Command } from './use-keys.ts';

interface FilterListOptions<Item> {
  /** May grow or shrink; the selected item stays selected. */
  readonly items: readonly Item[];
  /** Identifies an item, even after a reload. */
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  /** What else an item is found by. */
  termsOf(item: Item): SearchTerms;
  /** An item for the typed text, listed last. */
  typedItem?(typed: string): Item | undefined;
  readonly initialKey?: string | undefined;
}

export type FilterList<Item> = ReturnType<typeof useFilterList<Item>>;

interface State {
  readonly typed: string;
  readonly isStale: boolean;
  /** Undefined for the first item. */
  readonly key: string | undefined;
  /** The selected item before the first letter was typed. */
  readonly keyBefore: string | undefined;
}

export function useFilterList<Item>(options: FilterListOptions<Item>) {
  const { items, keyOf, nameOf, termsOf, typedItem } = options;
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
      search: nameSearch(names, items.map(termsOf)),
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
    /** The selected row, from 0. */
    position,
    /** The selected item; undefined in an empty list. */
    chosen,
    size,
    /** The number of matches, without the typed item. */
    found,
    all: items.length,
    /** The length of the longest name in characters. */
    longest,
    /** Whether the filter was already used; the next character replaces it. */
    isStale,
    at,
    nameAt(row: number): string {
      const known = row < found ? names[rows?.[row] ?? row] : undefined;
      return known ?? (own === undefined ? '' : visibleLine(nameOf(own)));
    },
    clear,
    /** Selects an item, possibly one that is added later. */
    choose,
    markStale: () => setState({ ...state, isStale: typed !== '' }),
    /** Commands to choose, to clear the filter and to move. @param page rows that page keys move by */
    commands(label: string, page: number, onChoose: (item: Item) => void): readonly Command[] {
      const run = () => chosen !== undefined && onChoose(chosen);
      return [
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
    /** Handles keys before the filter input. @returns whether the key was used; undefined passes it on */
    onKey(key: Key): boolean | undefined {
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
