import { corpusTokens, plainCorpusTokens } from './n-gram-corpus.ts';
import { endsSentence, isMark } from './n-gram-tokens.ts';

/** How a word is mostly written where it does not begin a sentence; as it is written there if it only begins some. */
function usualForms(): Map<string, string> {
  const forms = new Map<string, Map<string, number>>();
  for (const [index, token] of corpusTokens.entries()) {
    if (isMark(token)) continue;
    const plain = plainCorpusTokens[index] ?? '';
    const isInitial = endsSentence(corpusTokens[index - 1] ?? '.');
    const counts = forms.get(plain) ?? new Map<string, number>();
    counts.set(token, (counts.get(token) ?? 0) + (isInitial ? 0.001 : 1));
    forms.set(plain, counts);
  }
  const mostFrequent = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
  return new Map([...forms].map(([plain, counts]) => [plain, mostFrequent(counts)]));
}

const forms = usualForms();

/** Every word of the corpus in lower case, in alphabetical order (by code unit); a word's index is its token number. */
export const maskVocabulary: readonly string[] = [...forms.keys()].toSorted();

/** A word of the vocabulary as it is usually written: "paris" is "Paris". */
export function usualForm(word: string): string {
  return forms.get(word) ?? word;
}
