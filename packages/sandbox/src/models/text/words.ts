/** Part of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

interface Word extends Span {
  /** As written. */
  text: string;
}

export const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a text: letters, marks and digits, with apostrophes inside. */
export function splitWords(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Lower case, with the straight apostrophe. */
export function normalizeWord(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

export function getWords(text: string): string[] {
  return splitWords(text).map((word) => normalizeWord(word.text));
}

export interface Sentence {
  text: string;
  start: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

export function splitSentences(text: string): Sentence[] {
  // A single line break does not end a sentence.
  const unwrappedText = text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
  return Array.from(segmenter.segment(unwrappedText), ({ segment, index }) => ({
    text: segment.trim(),
    start: index + segment.length - segment.trimStart().length,
  })).filter((sentence) => sentence.text !== '');
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
export function stemWord(word: string): string {
  const [ending = /$/, replacement = ''] = endings.find(([pattern]) => pattern.test(word)) ?? [];
  return word.replace(ending, replacement).replace(/(?<=\p{L}{3})e$/u, '');
}

/** The stems of a text in order, without stop words. */
export function findStems(text: string): string[] {
  return getWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stemWord);
}

/** The length of a text in code points, as the inference API counts. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? []).length;
}
