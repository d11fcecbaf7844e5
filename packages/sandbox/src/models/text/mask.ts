import { defineModel, ModelInputError } from '../../define-model.ts';
import { readNumber, readStrings } from '../parameters.ts';
import { corpus, corpusDescription, isMark, tokensOf } from './corpus.ts';
import { requireLength } from './words.ts';

const maskToken = '[MASK]';
const defaultCount = 5;
const maxCount = 100;
const maxText = 10_000;

const plainCorpus = corpus.map((token) => token.toLowerCase());

function countSequences(length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + length <= plainCorpus.length; index += 1) {
    const key = plainCorpus.slice(index, index + length).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const [singles, pairs, triples] = [countSequences(1), countSequences(2), countSequences(3)];

/** Every word of the corpus in lower case, in alphabetical order; its index is its token number. */
export const vocabulary: readonly string[] = [...singles.keys()].filter((token) => !isMark(token)).sort();

/** A word of the vocabulary as written in the corpus, in lower case if it occurs so anywhere. */
function writtenForm(word: string): string {
  return corpus.includes(word) ? word : (corpus.find((token) => token.toLowerCase() === word) ?? word);
}

/** The probability of each word of the vocabulary between two texts. */
export function maskScores(before: string, after: string): number[] {
  const left = tokensOf(before.slice(-200)).at(-1)?.toLowerCase() ?? '.';
  const right = tokensOf(after.slice(0, 200))[0]?.toLowerCase() ?? '.';
  const weights = vocabulary.map(
    (word) =>
      100 * (triples.get(`${left} ${word} ${right}`) ?? 0) +
      (pairs.get(`${left} ${word}`) ?? 0) +
      (pairs.get(`${word} ${right}`) ?? 0) +
      0.001 * (singles.get(word) ?? 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export const nGramMask = defineModel({
  id: 'sandbox/n-gram-mask',
  task: 'fill-mask',
  card: `
Fills ${maskToken} with a word from a small English corpus, based on the words next to it.

## How it works

${corpusDescription} With **L** and **R** the tokens before and after ${maskToken}, a word weighs 100 × count of *L word R* + count of *L word* +
count of *word R* + 0.001 × count of the word. The scores are the weights divided by their sum.

\`top_k\` (default ${defaultCount}, at most ${maxCount}) limits the number of words, \`targets\` limits the answer to the given words. \`token\` is the
position of the word in the alphabetical vocabulary.

## Limits

It looks at one word on each side. The text may have at most ${maxText.toLocaleString('en')} characters.
`,
  examples: [
    { example_title: 'A capital', text: `Paris is the ${maskToken} of France.` },
    { example_title: 'An animal', text: `The ${maskToken} laughed at the tortoise.` },
  ],
  maskToken,
  answer(text, parameters) {
    requireLength(text, maxText);
    const [before = '', after, ...others] = text.split(maskToken);
    if (after === undefined || others.length > 0) {
      throw new ModelInputError(`The text must contain ${maskToken} exactly once.`);
    }
    const count = readNumber(parameters, 'top_k', { min: 1, max: maxCount, isInteger: true }) ?? defaultCount;
    const targets = readStrings(parameters, 'targets').map((target) => target.trim().toLowerCase());
    const scores = maskScores(before, after);
    const candidates = vocabulary
      .map((word, token) => ({ word, token, score: scores[token] ?? 0 }))
      .filter(({ word }) => targets.length === 0 || targets.includes(word))
      .sort((left, right) => right.score - left.score)
      .slice(0, count);
    if (candidates.length === 0) throw new ModelInputError('The vocabulary contains none of the targets.');
    return candidates.map(({ word, token, score }) => {
      const written = writtenForm(word);
      return { score, token, token_str: written, sequence: before + written + after };
    });
  },
});
