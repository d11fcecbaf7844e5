import { fables } from './fables.ts';
import { nGramTokens } from './n-gram-tokens.ts';
import { plainFacts } from './plain-facts.ts';

/** What the n-gram models learn from: every token in order, and before the first one a full stop. */
export const corpusTokens: readonly string[] = ['.', ...nGramTokens(`${fables}${plainFacts}`)];

/** The same in lower case. */
export const plainCorpusTokens: readonly string[] = corpusTokens.map((token) => token.toLowerCase());

/** How often each run of `length` tokens occurs, by the tokens joined with a space. */
export function countSequences(tokens: readonly string[], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + length <= tokens.length; index += 1) {
    const key = tokens.slice(index, index + length).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What the corpus is, for model cards. */
export const corpusDescription = `The corpus is ${corpusTokens.length - 1} words and marks in plain English, written for this model: thirteen old fables told anew
(*The hare laughed at the tortoise…*) and a page of short facts (*Paris is the capital of France.*).`;
