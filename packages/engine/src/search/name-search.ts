import UFuzzy from '@leeoniya/ufuzzy';

/** Matches characters in order, with gaps. */
const fuzzy = new UFuzzy({ intraIns: Infinity, intraChars: '.', intraSplit: null });

interface Match {
  /** Alternating start and end offsets. */
  readonly ranges: readonly number[];
  /** 0 at the beginning of a part of the name; higher for scattered characters. */
  readonly penalty: number;
}

/** A typed word in lower case. */
interface Word {
  readonly text: string;
  readonly characters: readonly string[];
}

/** The first eight words. */
function wordsIn(typed: string): Word[] {
  const texts =
    typed
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return texts.slice(0, 8).map((text) => ({ text, characters: [...text] }));
}

/**
 * Whether a name in lower case has the characters of a word in order. uFuzzy's own filter takes seconds on a name of
 * sixty equal characters.
 */
function hasCharacters(name: string, { characters }: Word): boolean {
  let end = 0;
  for (const character of characters) {
    const at = name.indexOf(character, end);
    if (at === -1) return false;
    end = at + character.length;
  }
  return true;
}

/** The best match of a word in each name. */
function matchesOf(names: readonly string[], word: Word): (Match | undefined)[] {
  const matches = names.map((name) => contiguousMatch(name.toLowerCase(), word.text));
  if (!/^[a-z\d]+$/.test(word.text)) return matches;
  const scattered = names.flatMap((name, index) =>
    matches[index] === undefined && hasCharacters(name.toLowerCase(), word) ? [index] : [],
  );
  if (scattered.length === 0) return matches;
  const { idx, ranges, intraIns } = fuzzy.info(scattered, names as string[], word.text);
  idx.forEach((index, found) => {
    matches[index] = { ranges: ranges[found]!, penalty: 2 + intraIns[found]! };
  });
  return matches;
}

/** Prefers matches at the beginning of a part of the name. */
function contiguousMatch(name: string, word: string): Match | undefined {
  const first = name.indexOf(word);
  if (first === -1) return undefined;
  const isBeginning = (at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1]!);
  let at = first;
  while (at !== -1 && !isBeginning(at)) at = name.indexOf(word, at + 1);
  const start = at === -1 ? first : at;
  return { ranges: [start, start + word.length], penalty: at === -1 ? 1 : 0 };
}

/** The order of further results is mostly kept. */
const MAX_RANKED = 1000;

/** Penalty of names that do not contain the typed text. */
const PARTIAL = 1_000_000;

/** Penalty of the typed name itself. */
const EXACT = -PARTIAL;

/** Penalty of matches in the additional text. */
const IN_ADDITIONAL = 1000;

/** `Image-to-Text` and `image to text` are equal. */
const normalized = (name: string) =>
  wordsIn(name)
    .map(({ text }) => text)
    .join(' ');

export interface NameSearch {
  /** Indexes of the matching names, best first; undefined (all) if no word was typed. */
  find(typed: string): readonly number[] | undefined;
}

/** Prepares a search over names. @param words additional search text of each name */
export function nameSearch(names: readonly string[], words?: readonly string[]): NameSearch {
  let lower: readonly string[] | undefined;
  const additional = words?.map((text) => text.toLowerCase());
  let last: { typed: string; found: readonly number[] } | undefined;

  const isInAdditional = (index: number, { text }: Word) => additional?.[index]!.includes(text) === true;

  function narrow(typed: string): readonly number[] {
    const known = (lower ??= names.map((name) => name.toLowerCase()));
    const asked = wordsIn(typed);
    const among = last && typed.startsWith(last.typed) ? last.found : undefined;
    const found: number[] = [];
    for (let at = 0; at < (among ?? known).length; at += 1) {
      const index = among?.[at] ?? at;
      if (asked.every((word) => hasCharacters(known[index]!, word) || isInAdditional(index, word)))
        found.push(index);
    }
    return found;
  }

  function rank(found: readonly number[], typed: string): readonly number[] {
    const asked = wordsIn(typed);
    const wanted = normalized(typed);
    const [start] = asked;
    const isExact = (index: number) =>
      names[index]!.length <= wanted.length + 2 &&
      lower![index]!.startsWith(start?.text ?? '') &&
      normalized(names[index]!) === wanted;
    if (found.length > MAX_RANKED) {
      const exact: number[] = [];
      const contiguous: number[] = [];
      const scattered: number[] = [];
      for (const index of found) {
        if (isExact(index)) exact.push(index);
        else (asked.every(({ text }) => lower![index]!.includes(text)) ? contiguous : scattered).push(index);
      }
      return exact.concat(contiguous, scattered);
    }
    const some = found.map((index) => names[index]!);
    const lowerTyped = typed.trim().toLowerCase();
    const penalties: number[] = some.map((name) => (name.toLowerCase().includes(lowerTyped) ? 0 : PARTIAL));
    found.forEach((index, at) => {
      if (isExact(index)) penalties[at] = EXACT;
    });
    for (const word of asked) {
      matchesOf(some, word).forEach((match, index) => (penalties[index]! += match?.penalty ?? IN_ADDITIONAL));
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

/** The matches in each name: alternating start and end offsets. */
export function matchesIn(names: readonly string[], typed: string): readonly (readonly number[])[] {
  const words = wordsIn(typed).map((word) => matchesOf(names, word));
  return names.map((_, index) => words.flatMap((matches) => matches[index]?.ranges ?? []));
}
