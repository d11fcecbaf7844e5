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
