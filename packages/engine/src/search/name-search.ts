import UFuzzy from '@leeoniya/ufuzzy';

/** Letters of a word may stand apart, in their order. */
const fuzzy = new UFuzzy({ intraIns: Infinity, intraChars: '.', intraSplit: null });

/** Where a word stands in a name. */
export interface Place {
  /** Beginnings and ends in turn, in UTF-16 units. */
  readonly ranges: readonly number[];
  /** 0 where a part of the name begins with it; more the more its letters are scattered. */
  readonly penalty: number;
}

/** A word that was typed, in lower case. */
export interface Word {
  readonly text: string;
  readonly letters: readonly string[];
}

/** The words that were typed; a pasted novel is no filter. */
export function wordsIn(typed: string): Word[] {
  const texts =
    typed
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return texts.slice(0, 8).map((text) => ({ text, letters: [...text] }));
}

/**
 * Whether a name holds the letters of a word in their order. uFuzzy's own filter is a regular expression that tries
 * seconds long, and more, on a name of sixty times the same letter.
 * @param name in lower case
 */
export function holdsLetters(name: string, { letters }: Word): boolean {
  let end = 0;
  for (const letter of letters) {
    const at = name.indexOf(letter, end);
    if (at === -1) return false;
    end = at + letter.length;
  }
  return true;
}

/** The best place of a word in each of the names that hold its letters; undefined for names where it has none. */
export function placesIn(names: readonly string[], word: Word): (Place | undefined)[] {
  const places = names.map((name) => inOnePiece(name.toLowerCase(), word.text));
  if (!/^[a-z\d]+$/.test(word.text)) return places;
  const scattered = names.flatMap((name, index) =>
    places[index] === undefined && holdsLetters(name.toLowerCase(), word) ? [index] : [],
  );
  if (scattered.length === 0) return places;
  const { idx, ranges, intraIns } = fuzzy.info(scattered, names as string[], word.text);
  idx.forEach((index, found) => {
    places[index] = { ranges: ranges[found]!, penalty: 2 + intraIns[found]! };
  });
  return places;
}

/** A word in one piece, where a part of the name begins if it does so anywhere. */
function inOnePiece(name: string, word: string): Place | undefined {
  const first = name.indexOf(word);
  if (first === -1) return undefined;
  const isBeginning = (at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1]!);
  let at = first;
  while (at !== -1 && !isBeginning(at)) at = name.indexOf(word, at + 1);
  const start = at === -1 ? first : at;
  return { ranges: [start, start + word.length], penalty: at === -1 ? 1 : 0 };
}

/** Up to here what was found is put in an order of its own; of more than that their own order tells more. */
const MOST_RANKED = 1000;

/** Penalty of a name that does not hold what was typed as it was typed. */
const NOT_WHOLE = 1_000_000;

/** Penalty of the very name that was typed. */
const EXACT = -NOT_WHOLE;

/** Penalty of what only the words beside a name hold. */
const ELSEWHERE = 1000;

/** A name as it is told apart when it is typed: `Image-to-Text`, `image to text`. */
const spoken = (name: string) =>
  wordsIn(name)
    .map(({ text }) => text)
    .join(' ');

/** Finds names by letters of them. */
export interface NameSearch {
  /**
   * The names that hold the letters of each typed word, the best first, those alike in their own order.
   * @returns their indexes; undefined for all of them when no word was typed
   */
  find(typed: string): readonly number[] | undefined;
}

/**
 * Prepares a search over names. Where more is typed behind what was searched for last, only what was found is searched.
 * @param words what else finds them, by whole parts of it
 */
export function nameSearch(names: readonly string[], words?: readonly string[]): NameSearch {
  let lower: readonly string[] | undefined;
  const besides = words?.map((text) => text.toLowerCase());
  let last: { typed: string; found: readonly number[] } | undefined;

  const isBeside = (index: number, { text }: Word) => besides?.[index]!.includes(text) === true;

  function narrow(typed: string): readonly number[] {
    const known = (lower ??= names.map((name) => name.toLowerCase()));
    const asked = wordsIn(typed);
    const among = last && typed.startsWith(last.typed) ? last.found : undefined;
    const found: number[] = [];
    for (let at = 0; at < (among ?? known).length; at += 1) {
      const index = among?.[at] ?? at;
      if (asked.every((word) => holdsLetters(known[index]!, word) || isBeside(index, word)))
        found.push(index);
    }
    return found;
  }

  function rank(found: readonly number[], typed: string): readonly number[] {
    const asked = wordsIn(typed);
    const wanted = spoken(typed);
    const [start] = asked;
    // Few names are about as long and begin like that: only these are taken apart.
    const isIt = (index: number) =>
      names[index]!.length <= wanted.length + 2 &&
      lower![index]!.startsWith(start?.text ?? '') &&
      spoken(names[index]!) === wanted;
    if (found.length > MOST_RANKED) {
      const exact: number[] = [];
      const whole: number[] = [];
      const scattered: number[] = [];
      for (const index of found) {
        if (isIt(index)) exact.push(index);
        else (asked.every(({ text }) => lower![index]!.includes(text)) ? whole : scattered).push(index);
      }
      return exact.concat(whole, scattered);
    }
    const some = found.map((index) => names[index]!);
    const whole = typed.trim().toLowerCase();
    const penalties: number[] = some.map((name) => (name.toLowerCase().includes(whole) ? 0 : NOT_WHOLE));
    found.forEach((index, at) => {
      if (isIt(index)) penalties[at] = EXACT;
    });
    for (const word of asked) {
      placesIn(some, word).forEach((place, index) => (penalties[index]! += place?.penalty ?? ELSEWHERE));
    }
    const order = found.map((_, index) => index).sort((a, b) => penalties[a]! - penalties[b]! || a - b);
    return order.map((index) => found[index]!);
  }

  return {
    find(typed) {
      if (wordsIn(typed).length === 0) return undefined;
      const found = narrow(typed);
      last = { typed, found };
      return rank(found, typed);
    },
  };
}

/** Where the letters stand that were searched for, name by name: beginnings and ends in turn, in UTF-16 units. */
export function matchesIn(names: readonly string[], typed: string): readonly (readonly number[])[] {
  const words = wordsIn(typed).map((word) => placesIn(names, word));
  return names.map((_, index) => words.flatMap((places) => places[index]?.ranges ?? []));
}
