import { nameSearch, visibleLine, type NameSearch } from '@tryout/engine';

/** What a list needs to know of its items. */
export interface ChoicesParts<Item> {
  /** The same for the same item, also when rows arrive anew. */
  keyOf(item: Item): string;
  /** What it is called: shown, and searched for typed letters. */
  nameOf(item: Item): string;
  /** What else finds it. */
  wordsOf?(item: Item): string;
  /** What was typed, as an item of its own behind those that were found. */
  typedItem?(typed: string): Item | undefined;
}

/** The items of a list that are shown, and which one of them is chosen. */
export interface Choices<Item> {
  readonly position: number;
  /** How many rows there are. */
  readonly size: number;
  /** How many items were found, and of how many; the typed one does not count. */
  readonly found: number;
  readonly all: number;
  /** Cells of the longest name, roughly. */
  readonly longest: number;
  at(position: number): Item | undefined;
  /** The name as it is shown. */
  nameAt(position: number): string;
  setItems(items: readonly Item[]): void;
  /** Goes to an item; one that is not there is gone to when it comes. */
  choose(key: string): void;
  move(distance: number): void;
  /** Shows what has these letters, and chooses the best of it; without letters what is chosen stays. */
  find(typed: string): void;
}

/** A list without items, its first one chosen as soon as there is one. */
export function createChoices<Item>({
  keyOf,
  nameOf,
  wordsOf,
  typedItem,
}: ChoicesParts<Item>): Choices<Item> {
  let items: readonly Item[] = [];
  let names: readonly string[] = [];
  let search: NameSearch = nameSearch([]);
  let longest = 0;
  let typed = '';
  let found: readonly number[] | undefined;
  let own: Item | undefined;
  let position = 0;
  let chosenKey: string | undefined;
  /** What was chosen before the first letter was typed. */
  let keyBefore: string | undefined;

  const count = () => found?.length ?? items.length;
  const size = () => count() + (own === undefined ? 0 : 1);
  const at = (row: number) =>
    row < count() ? items[found?.[row] ?? row] : row === count() ? own : undefined;

  function goTo(row: number): void {
    position = Math.max(0, Math.min(row, size() - 1));
    const chosen = at(position);
    // While rows are loaded anew there are none; the one that was chosen may come again.
    if (chosen !== undefined) chosenKey = keyOf(chosen);
  }

  /** -1 where there is none. */
  function rowOf(key: string | undefined): number {
    if (key === undefined) return -1;
    for (let row = 0; row < size(); row += 1) if (keyOf(at(row)!) === key) return row;
    return -1;
  }

  function refresh(isKept: boolean): void {
    found = search.find(typed);
    own = typed === '' ? undefined : typedItem?.(typed);
    const row = isKept ? rowOf(chosenKey) : 0;
    // The typed item alone, while rows are loaded anew, takes no other one's place.
    if (isKept && row === -1 && count() === 0) position = 0;
    else goTo(row);
  }

  return {
    get position() {
      return position;
    },
    get size() {
      return size();
    },
    get found() {
      return count();
    },
    get all() {
      return items.length;
    },
    get longest() {
      return longest;
    },
    at,
    nameAt(row) {
      const known = row < count() ? names[found?.[row] ?? row] : undefined;
      return known ?? (own === undefined ? '' : visibleLine(nameOf(own)));
    },
    setItems(next) {
      if (next === items) return;
      const isFirst = items.length === 0;
      items = next;
      names = items.map((item) => visibleLine(nameOf(item)));
      longest = names.reduce((most, { length }) => Math.max(most, length), 0);
      search = nameSearch(names, wordsOf && items.map(wordsOf));
      refresh(true);
      // What was typed before there was anything to be found means what is found.
      if (isFirst && count() > 0 && position === count()) goTo(0);
    },
    choose(key) {
      chosenKey = key;
      const row = rowOf(key);
      if (row !== -1) goTo(row);
    },
    move: (distance) => goTo(position + distance),
    find(next) {
      if (next === typed) return;
      if (typed === '') keyBefore = chosenKey;
      // Letters that found nothing meant none of those that their beginning found.
      if (next === '' && size() === 0) chosenKey = keyBefore;
      typed = next;
      refresh(typed === '');
    },
  };
}
