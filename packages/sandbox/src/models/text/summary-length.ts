import { integerParameter } from './parameters.ts';
import type { Sentence } from './sentences.ts';
import { wordsOf } from './words.ts';

const mostSentences = 3;

/** What {@link takeSentences} does, for model cards. */
export const summaryLengthRules = `A third of the sentences is taken, rounded up, but at most ${mostSentences}. \`min_length\` and \`max_length\` (a number of words, in
the parameters or in \`generate_parameters\`) change that: after the first choice, a sentence that would make the summary
longer than \`max_length\` is skipped, and below \`min_length\` further sentences are taken. At least one sentence is
always taken, and none is cut.`;

function lengthParameter(parameters: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const nested = parameters['generate_parameters'];
  const all = typeof nested === 'object' && nested !== null ? { ...nested, ...parameters } : parameters;
  return integerParameter(all, name, { minimum: 0, maximum: 1e9 });
}

/**
 * The sentences of a summary in the order of the text, joined by spaces; see {@link summaryLengthRules}.
 *
 * @param ranked all sentences, the one to take first at the front
 */
export function takeSentences(
  ranked: readonly Sentence[],
  parameters: Readonly<Record<string, unknown>>,
): string {
  const shortest = lengthParameter(parameters, 'min_length') ?? 0;
  const longest = lengthParameter(parameters, 'max_length') ?? Infinity;
  const wanted = Math.min(mostSentences, Math.ceil(ranked.length / 3));
  const taken: Sentence[] = [];
  let words = 0;
  for (const sentence of ranked) {
    if (taken.length >= wanted && words >= shortest) break;
    const length = wordsOf(sentence.text).length;
    if (taken.length > 0 && words + length > longest) continue;
    taken.push(sentence);
    words += length;
  }
  return taken
    .toSorted((left, right) => left.start - right.start)
    .map((sentence) => sentence.text)
    .join(' ');
}
