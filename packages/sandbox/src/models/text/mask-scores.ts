import { maskVocabulary } from './mask-vocabulary.ts';
import { countSequences, plainCorpusTokens } from './n-gram-corpus.ts';
import { nGramTokens } from './n-gram-tokens.ts';

const backOff = 0.1;

const singles = countSequences(plainCorpusTokens, 1);
const pairs = countSequences(plainCorpusTokens, 2);
const triples = countSequences(plainCorpusTokens, 3);

/** Only so much of the text beside the mask is searched for the next word. */
const reach = 200;

interface Weighed {
  /** 0 for the closest fit. */
  level: number;
  weight: number;
}

function weigh(left: string, word: string, right: string): Weighed {
  const all = triples.get(`${left} ${word} ${right}`) ?? 0;
  const withLeft = pairs.get(`${left} ${word}`) ?? 0;
  const withRight = pairs.get(`${word} ${right}`) ?? 0;
  if (all > 0) return { level: 0, weight: all };
  if (withLeft > 0 && withRight > 0) return { level: 1, weight: withLeft * withRight };
  if (withLeft + withRight > 0) return { level: 2, weight: withLeft + withRight };
  return { level: 3, weight: singles.get(word) ?? 0 };
}

/**
 * The probability of each word of the vocabulary, in its order, between two texts; they add up to 1. The card of the
 * mask model has the rules.
 */
export function maskScores(before: string, behind: string): number[] {
  const left = nGramTokens(before.slice(-reach)).at(-1)?.toLowerCase() ?? '.';
  const right = nGramTokens(behind.slice(0, reach))[0]?.toLowerCase() ?? '.';
  const weighed = maskVocabulary.map((word) => weigh(left, word, right));
  const sums = [0, 0, 0, 0];
  for (const { level, weight } of weighed) sums[level] = (sums[level] ?? 0) + weight;
  const raw = weighed.map(({ level, weight }) => (backOff ** level * weight) / (sums[level] ?? 1));
  const total = raw.reduce((sum, value) => sum + value, 0);
  return raw.map((value) => value / total);
}
