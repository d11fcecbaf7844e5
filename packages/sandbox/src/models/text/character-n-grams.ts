import { plainWords } from './words.ts';

/**
 * The runs of three characters (code points) of a word in lower case with one space before and behind it:
 * "cat" gives " ca", "cat", "at ".
 */
export function wordTrigrams(word: string): string[] {
  const characters = [' ', ...word, ' '];
  return characters
    .slice(2)
    .map((last, index) => `${characters[index] ?? ''}${characters[index + 1] ?? ''}${last}`);
}

/** How often each run of three characters stands in the words of a text; see {@link wordTrigrams}. */
export function trigramCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of plainWords(text)) {
    for (const trigram of wordTrigrams(word)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return counts;
}
