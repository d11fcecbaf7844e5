import { distance } from 'fastest-levenshtein';

/** Of the product of two lengths: about 0.1 s. Longer texts count as entirely different. */
const MAX_CELLS = 1e9;
/** The same without bits in parallel. */
const MAX_PLAIN_CELLS = 5e7;
/** Symbols are compared as UTF-16 units. */
const MAX_SYMBOLS = 65_535;

/** Without case, compatibility forms and repeated white space. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** As transcripts are compared: without case and punctuation. */
export function foldTranscript(text: string): string {
  return foldText(text.replace(/\p{P}/gu, ''));
}

/** Scripts without spaces between words: each character counts as a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/gu;

export function getWords(text: string): string[] {
  return text.replace(unspaced, ' $& ').split(/\s+/).filter(Boolean);
}

/** The words of ROUGE: letters and digits in lower case. */
export function getRougeWords(text: string): string[] {
  return getWords(text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
}

/** The edit distance of two lists of words or characters; the longer length if they are too long to compare. */
export function editDistance(one: readonly string[], other: readonly string[]): number {
  const longer = Math.max(one.length, other.length);
  if (one.length * other.length > MAX_CELLS) return longer;
  const symbols = new Map<string, number>();
  const encode = (list: readonly string[]) =>
    list
      .map((part) => {
        const symbol = symbols.get(part) ?? symbols.size;
        symbols.set(part, symbol);
        return String.fromCharCode(symbol);
      })
      .join('');
  const [first, second] = [encode(one), encode(other)];
  return symbols.size > MAX_SYMBOLS ? longer : distance(first, second);
}

/** The harmonic mean of precision and recall; 1 if there was nothing to find and nothing was found. */
export function f1(common: number, predicted: number, actual: number): number {
  return predicted + actual === 0 ? 1 : (2 * common) / (predicted + actual);
}

/** The words that two lists share, in any order. */
export function countCommon(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    if (count > 0) common += 1;
  }
  return common;
}

/** The F1 of the words that two lists share, in any order. */
export function wordF1(one: readonly string[], other: readonly string[]): number {
  return f1(countCommon(one, other), one.length, other.length);
}

/** The F1 of the longest common subsequence, as ROUGE-L; 0 for texts that are too long to compare. */
export function rougeL(one: readonly string[], other: readonly string[]): number {
  if (one.length * other.length > MAX_PLAIN_CELLS) return 0;
  const lengths = new Uint32Array(other.length + 1);
  for (const word of one) {
    let diagonal = 0;
    for (let index = 1; index <= other.length; index += 1) {
      const above = lengths[index]!;
      lengths[index] = word === other[index - 1] ? diagonal + 1 : Math.max(above, lengths[index - 1]!);
      diagonal = above;
    }
  }
  return f1(lengths.at(-1)!, one.length, other.length);
}
