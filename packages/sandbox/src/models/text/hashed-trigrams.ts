import { trigramCounts } from './character-n-grams.ts';
import { fnv1a } from './fnv.ts';
import { normalize } from './vectors.ts';

/** Length of the vectors of {@link hashedTrigrams}. */
export const hashedDimensions = 64;

/** What {@link hashedTrigrams} does, for model cards. */
export const hashedTrigramRules = `Of each word, in lower case with a space before and behind it, all runs of three characters are taken: *cat* has
" ca", "cat", "at ". The 32-bit FNV-1a hash of a run's UTF-8 bytes says where it counts: at the index hash mod ${hashedDimensions},
as +1 if the hash's highest bit is 0 and as −1 if it is 1.`;

/** A text as the signed counts of its hashed runs of three characters; see {@link hashedTrigramRules}. */
export function hashedTrigrams(text: string, isNormalized = true): number[] {
  const vector = new Array<number>(hashedDimensions).fill(0);
  for (const [trigram, count] of trigramCounts(text)) {
    const hash = fnv1a(trigram);
    const index = hash % hashedDimensions;
    vector[index] = (vector[index] ?? 0) + (hash < 0x80000000 ? count : -count);
  }
  return isNormalized ? normalize(vector) : vector;
}
