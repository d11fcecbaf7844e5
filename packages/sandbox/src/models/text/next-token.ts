import { corpusTokens, plainCorpusTokens } from './n-gram-corpus.ts';

/** Tokens that may come next, the likeliest first, and how often each was seen. */
export type Continuations = readonly (readonly [token: string, count: number])[];

const orders = [2, 1, 0] as const;

function countContinuations(order: number): Map<string, Continuations> {
  const counts = new Map<string, Map<string, number>>();
  for (let index = order; index < corpusTokens.length; index += 1) {
    const context = plainCorpusTokens.slice(index - order, index).join(' ');
    const token = corpusTokens[index] ?? '';
    const seen = counts.get(context) ?? new Map<string, number>();
    seen.set(token, (seen.get(token) ?? 0) + 1);
    counts.set(context, seen);
  }
  const ranked = (seen: ReadonlyMap<string, number>) =>
    [...seen].toSorted((left, right) => right[1] - left[1]);
  return new Map([...counts].map(([context, seen]) => [context, ranked(seen)]));
}

const tables = orders.map((order) => ({ order, table: countContinuations(order) }));

/**
 * What the corpus has after the last two of `tokens`, else after the last one, else anywhere; of equal counts the
 * token that the corpus has first is first.
 */
export function continuations(tokens: readonly string[]): Continuations {
  for (const { order, table } of tables) {
    const context = tokens
      .slice(tokens.length - order)
      .join(' ')
      .toLowerCase();
    const found = tokens.length >= order ? table.get(context) : undefined;
    if (found) return found;
  }
  return [];
}
