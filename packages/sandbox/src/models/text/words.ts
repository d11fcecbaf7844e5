import { ModelInputError } from '../../define-model.ts';

/** Part of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Word extends Span {
  /** As written. */
  text: string;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a text: letters, marks and digits, with apostrophes inside. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Lower case, with the straight apostrophe. */
export function plain(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

export function plainWords(text: string): string[] {
  return wordsOf(text).map((word) => plain(word.text));
}

/** @throws {ModelInputError} for a text without a letter or digit */
export function requireWord(text: string, name = 'text'): void {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new ModelInputError(`The ${name} has no words.`);
}

/** @throws {ModelInputError} for a text of more than `max` characters */
export function requireLength(text: string, max: number, name = 'text'): void {
  if (text.length <= max) return;
  throw new ModelInputError(`The ${name} may have at most ${max.toLocaleString('en')} characters.`);
}

/** At most `max` UTF-16 units, without half a surrogate pair at the end. */
export function beginningOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

export interface Sentence {
  text: string;
  start: number;
}

const boundary = /[.!?…]["'”’)\]]?(?=\s)|[。！？]|\n\s*\n/gu;
const abbreviation = /(?:^|[\s("'“])(?:Mrs?|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|\p{Lu})$/u;

/** Splits a text after sentence punctuation and blank lines, but not after common abbreviations. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const endAt = (end: number) => {
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    if (trimmed !== '')
      sentences.push({ text: trimmed, start: start + piece.length - piece.trimStart().length });
    start = end;
  };
  for (const { 0: mark, index } of text.matchAll(boundary)) {
    const isAbbreviation =
      mark.startsWith('.') && abbreviation.test(text.slice(Math.max(0, index - 6), index));
    if (!isAbbreviation) endAt(index + mark.length);
  }
  endAt(text.length);
  return sentences;
}

/** English words that carry little meaning. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can could did do does
  down during each few for from had has have having he her here hers him his how i if in into is it its just many me
  more most much my no nor not of off on once only or other our out over own same she should so some such than that the
  their them then there these they this those through to too under until up very was we were what when where which
  while who whom whose why will with would you your`.split(/\s+/),
);

const endings: readonly [ending: RegExp, replacement: string][] = [
  [/'s$/, ''],
  [/(?<=\p{L}{2})ies$/u, 'y'],
  [/(?<=sh|ch|ss|x)es$/, ''],
  [/(?<=\p{L}{3})(?:ing|ed)$/u, ''],
  [/(?<=\p{L}{2}[^sui])s$/u, ''],
];

/** A word without common English endings: "cities" is "city", "sailed" is "sail". */
export function stemOf(word: string): string {
  const [ending = /$/, replacement = ''] = endings.find(([pattern]) => pattern.test(word)) ?? [];
  return word.replace(ending, replacement).replace(/(?<=\p{L}{3})e$/u, '');
}

/** The stems of a text in order, without stop words. */
export function contentStems(text: string): string[] {
  return plainWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}

/** Converts UTF-16 positions in a text to positions in code points, as the inference API counts. */
export function codePointPositions(text: string): (position: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (position) => position;
  const positions = new Uint32Array(text.length + 1);
  let count = 0;
  let unit = 0;
  for (const character of text) {
    positions.fill(count, unit, unit + character.length);
    unit += character.length;
    count += 1;
  }
  positions[unit] = count;
  return (position) => positions[position] ?? count;
}
