/** A word where it stands in a text. */
export interface Word {
  /** As written. */
  text: string;
  /** UTF-16 position of the first code unit. */
  start: number;
  /** UTF-16 position after the last code unit. */
  end: number;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a text: runs of letters, marks and digits, with apostrophes inside. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The words of a text in lower case, with the straight apostrophe. */
export function plainWords(text: string): string[] {
  return wordsOf(text).map((word) => plain(word.text));
}

/** A word in lower case, with the straight apostrophe. */
export function plain(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}
