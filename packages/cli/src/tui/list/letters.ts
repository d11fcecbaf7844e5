import UFuzzy from '@leeoniya/ufuzzy';

/** Letters of a word may stand apart, in their order. */
const fuzzy = new UFuzzy({ intraIns: Infinity, intraChars: '.', intraSplit: null });

/** Where a word stands in a name. */
export interface Place {
  /** Beginnings and ends in turn, in UTF-16 units. */
  readonly ranges: readonly number[];
  /** 0 for a whole word at a beginning; more the more its letters are scattered. */
  readonly penalty: number;
}

/** The words that were typed, in lower case; a pasted novel is no filter. */
export function wordsIn(typed: string): string[] {
  return (
    typed
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, 8) ?? []
  );
}

/**
 * Whether a name holds the letters of a word in their order. uFuzzy's own filter is a regular expression that tries
 * seconds long, and more, on a name of sixty times the same letter.
 * @param name in lower case, as the word
 */
export function holdsLetters(name: string, word: string): boolean {
  let end = 0;
  for (const letter of word) {
    const at = name.indexOf(letter, end);
    if (at === -1) return false;
    end = at + letter.length;
  }
  return true;
}

/** The best place of a word in each of the names that hold its letters; undefined for names where it has none. */
export function placesIn(names: readonly string[], word: string): (Place | undefined)[] {
  const places = new Array<Place | undefined>(names.length).fill(undefined);
  if (!/^[a-z\d]+$/.test(word)) {
    return names.map((name) => {
      const at = name.toLowerCase().indexOf(word);
      return at === -1 ? undefined : { ranges: [at, at + word.length], penalty: 0 };
    });
  }
  const holding = names.flatMap((name, index) => (holdsLetters(name.toLowerCase(), word) ? [index] : []));
  const { idx, ranges, intraIns, interLft1, interLft2 } = fuzzy.info(holding, names as string[], word);
  idx.forEach((index, found) => {
    const isWhole = intraIns[found] === 0;
    const begins = interLft2[found]! > 0 ? 0 : interLft1[found]! > 0 ? 1 : 2;
    places[index] = { ranges: ranges[found]!, penalty: isWhole ? begins : 3 + intraIns[found]! };
  });
  return places;
}
