/** A sentence where it stands in a text, without the white space around it. */
export interface Sentence {
  text: string;
  /** UTF-16 position of its first code unit. */
  start: number;
}

const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc inc ltd co fig approx dept est gen col capt rev e.g i.e a.m p.m'.split(
    ' ',
  ),
);

/** How far before a full stop the word is looked for; no abbreviation is longer. */
const longestAbbreviation = 8;

const boundaryPattern = /[.!?…]["'”’)\]]?(?=\s)|[。！？]|\n\s*\n/gu;

function isAbbreviation(text: string, stop: number): boolean {
  const before = text.slice(Math.max(0, stop - longestAbbreviation), stop);
  const word = /(?:^|[\s(["'“‘])([\p{L}.]{1,8})$/u.exec(before)?.[1];
  return word !== undefined && (abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word));
}

/** What {@link sentencesOf} does, for model cards. */
export const sentenceRules = `A sentence ends at a blank line, at *。*, *！* or *？*, and at a full stop, *!*, *?* or *…* (with a closing quotation
mark or bracket after it) before white space; a full stop after a common abbreviation (*Dr.*, *e.g.*) or a single
capital letter ends none.`;

/** Cuts a text into sentences; see {@link sentenceRules}. Linear in the length of the text. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const close = (end: number) => {
    const piece = text.slice(from, end);
    const trimmed = piece.trim();
    if (trimmed !== '') {
      sentences.push({ text: trimmed, start: from + piece.length - piece.trimStart().length });
    }
    from = end;
  };
  for (const match of text.matchAll(boundaryPattern)) {
    if (match[0].startsWith('.') && isAbbreviation(text, match.index)) continue;
    close(match.index + match[0].length);
  }
  close(text.length);
  return sentences;
}
