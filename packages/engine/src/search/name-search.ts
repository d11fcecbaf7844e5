interface Match {
  /** Start and end offsets in turn. */
  readonly ranges: readonly number[];
  /** 0 at the beginning of a part of the name; more for scattered characters. */
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

/** The best match of a word in a name in lower case. */
function matchOf(name: string, word: Word): Match | undefined {
  return contiguousMatch(name, word.text) ?? scatteredMatch(name, word);
}

/** Prefers the beginning of a part of the name. */
function contiguousMatch(name: string, word: string): Match | undefined {
  const first = name.indexOf(word);
  if (first === -1) return undefined;
  const start = wordStart(name, word, first);
  const at = start === -1 ? first : start;
  return { ranges: [at, at + word.length], penalty: start === -1 ? 1 : 0 };
}

/** The characters of a word in order, each as early as possible. */
function scatteredMatch(name: string, { text, characters }: Word): Match | undefined {
  const ranges: number[] = [];
  let end = 0;
  for (const character of characters) {
    const at = name.indexOf(character, end);
    if (at === -1) return undefined;
    if (at === ranges.at(-1)) ranges.pop();
    else ranges.push(at);
    end = at + character.length;
    ranges.push(end);
  }
  const gaps = end - ranges[0]! - text.length;
  return { ranges, penalty: 2 + gaps };
}

/** The offset of a word in a string where a part of the text begins, or -1. @param at the first offset to try */
function wordStart(text: string, word: string, at = text.indexOf(word)): number {
  let start = at;
  while (start > 0 && isWordCharacter(text, start - 1)) start = text.indexOf(word, start + 1);
  return start;
}

/** Letters and digits. ASCII is tested without a pattern, for lists of 100,000 names. */
function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return /[\p{L}\p{N}]/u.test(text[at]!);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** How well a string matches, the best first. */
const EXACT = 0;
const PREFIX = 1;
const WORD_STARTS = 2;
const CONTAINS = 3;

/** Ranks of an item: names and aliases in turn, then names, additional words, and scattered letters. */
const IN_NAME = 2 * CONTAINS;
const IN_WORDS = IN_NAME + 1;
const LETTERS = IN_NAME + 2;

/** `Image-to-Text` and `image to text` are equal. */
const normalized = (name: string) =>
  wordsIn(name)
    .map(({ text }) => text)
    .join(' ');

/** How a string in lower case contains all words; undefined if it does not. */
function matchIn(text: string, asked: readonly Word[], wanted: string): number | undefined {
  let hasStarts = true;
  for (const { text: word } of asked) {
    const at = text.indexOf(word);
    if (at === -1) return undefined;
    hasStarts &&= wordStart(text, word, at) !== -1;
  }
  if (!hasStarts) return CONTAINS;
  // The name of a model follows its organization.
  const name = text.indexOf('/') + 1;
  return Math.min(
    matchAt(text, 0, asked, wanted),
    name === 0 ? WORD_STARTS : matchAt(text, name, asked, wanted),
  );
}

function matchAt(text: string, start: number, asked: readonly Word[], wanted: string): number {
  if (!text.startsWith(asked[0]!.text, start)) return WORD_STARTS;
  const rest = asked.length === 1 ? text.slice(start) : normalized(text.slice(start));
  if (rest === wanted) return EXACT;
  return rest.startsWith(wanted) ? PREFIX : WORD_STARTS;
}

/** Scattered letters are ranked by their gaps in lists up to this length. */
const MAX_RANKED = 1000;

/** What else an item is found by. */
export interface SearchTerms {
  /** Other names, such as `asr`. */
  readonly aliases?: readonly string[];
  /** Found by the beginnings of its words. */
  readonly words?: string;
}

/** Prepares a search over names, for every list of tasks, models and parameters. */
export function nameSearch(names: readonly string[], terms?: readonly SearchTerms[]) {
  let lower: readonly string[] | undefined;
  let last: { typed: string; found: readonly number[] } | undefined;
  const aliases = terms?.map((own) => own.aliases?.map((alias) => alias.toLowerCase()) ?? []);
  const texts = terms?.map(({ words = '' }, index) => `${names[index]!} ${words}`.toLowerCase());

  function rankOf(index: number, asked: readonly Word[], wanted: string): number | undefined {
    const name = lower![index]!;
    const match = matchIn(name, asked, wanted);
    let rank = match === undefined ? LETTERS + 1 : 2 * match;
    for (const alias of aliases?.[index] ?? []) {
      const matched = matchIn(alias, asked, wanted) ?? CONTAINS;
      // The beginning of an alias is less than a word of the name that the user sees.
      if (matched < CONTAINS) rank = Math.min(rank, 2 * (matched === EXACT ? EXACT : WORD_STARTS) + 1);
    }
    if (rank <= IN_NAME) return rank;
    if (texts && asked.every(({ text }) => wordStart(texts[index]!, text) !== -1)) return IN_WORDS;
    return asked.every((word) => scatteredMatch(name, word)) ? LETTERS : undefined;
  }

  function byGaps(found: readonly number[], asked: readonly Word[]): readonly number[] {
    const penalties = found.map((index) =>
      asked.reduce((sum, word) => sum + (matchOf(lower![index]!, word)?.penalty ?? 0), 0),
    );
    const order = found.map((_, at) => at).sort((a, b) => penalties[a]! - penalties[b]! || a - b);
    return order.map((at) => found[at]!);
  }

  return {
    /**
     * Indexes of the matching names: an equal name or alias first, then prefixes, beginnings of words, parts of words,
     * and letters in order. Undefined (all) when no word was typed.
     */
    find(typed: string): readonly number[] | undefined {
      const asked = wordsIn(typed);
      if (asked.length === 0) return undefined;
      const wanted = normalized(typed);
      lower ??= names.map((name) => name.toLowerCase());
      const among = last && typed.startsWith(last.typed) ? last.found : undefined;
      const found: number[] = [];
      const ranked: number[][] = Array.from({ length: LETTERS + 1 }, () => []);
      for (let at = 0; at < (among ?? names).length; at += 1) {
        const index = among?.[at] ?? at;
        const rank = rankOf(index, asked, wanted);
        if (rank === undefined) continue;
        ranked[rank]!.push(index);
        found.push(index);
      }
      const letters = ranked[LETTERS]!;
      if (letters.length <= MAX_RANKED) ranked[LETTERS] = [...byGaps(letters, asked)];
      last = { typed, found };
      return ranked.flat();
    },
  };
}

/** The matches in each name: start and end offsets in turn. */
export function matchesIn(names: readonly string[], typed: string): readonly (readonly number[])[] {
  const words = wordsIn(typed);
  return names.map((name) => words.flatMap((word) => matchOf(name.toLowerCase(), word)?.ranges ?? []));
}
