import { stemOf } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { plainWords } from './words.ts';

/** Stems of a text's words in order, without stop words. */
export function contentStems(text: string): string[] {
  return plainWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}
