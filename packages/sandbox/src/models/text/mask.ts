import { defineModel, ModelInputError } from '../../define-model.ts';
import { corpus, isMark, tokenize } from './corpus.ts';

const maskToken = '[MASK]';
const maxWords = 5;

const lowerCorpus = corpus.map((token) => token.toLowerCase());

/** Every word of the corpus in lower case, in alphabetical order; its index is its token number. */
export const vocabulary: readonly string[] = [...new Set(lowerCorpus)]
  .filter((token) => !isMark(token))
  .sort();

/** The words of the vocabulary by weight, the highest first; the weights add up to 1. */
export function scoreWords(before: string, after: string): { word: string; score: number }[] {
  const left = tokenize(before).at(-1)?.toLowerCase() ?? '.';
  const right = tokenize(after)[0]?.toLowerCase() ?? '.';
  const weights = new Map(vocabulary.map((word) => [word, 0]));
  for (const [index, word] of lowerCorpus.entries()) {
    const weight = weights.get(word);
    if (weight === undefined) continue;
    const follows = lowerCorpus[index - 1] === left;
    const precedes = lowerCorpus[index + 1] === right;
    weights.set(word, weight + 0.001 + Number(follows) + Number(precedes) + (follows && precedes ? 100 : 0));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return [...weights]
    .map(([word, weight]) => ({ word, score: weight / total }))
    .sort((one, other) => other.score - one.score);
}

export const nGramMask = defineModel({
  id: 'sandbox/n-gram-mask',
  task: 'fill-mask',
  card: `
Fills ${maskToken} with a word from a small English corpus, based on the words next to it.

With **L** and **R** the words before and after ${maskToken}, a word weighs 100 × count of *L word R* + count of *L word* + count of
*word R* + 0.001 × count of the word, in a corpus of old fables and short facts. The scores are the weights divided by their sum. It
looks at one word on each side and returns ${maxWords} words.
`,
  examples: [
    { example_title: 'A capital', text: `Paris is the ${maskToken} of France.` },
    { example_title: 'An animal', text: `The ${maskToken} laughed at the tortoise.` },
  ],
  maskToken,
  answer(text) {
    const [before = '', after, ...others] = text.split(maskToken);
    if (after === undefined || others.length > 0) {
      throw new ModelInputError(`The text must contain ${maskToken} exactly once.`);
    }
    return scoreWords(before, after)
      .slice(0, maxWords)
      .map(({ word, score }) => {
        const isLower = corpus.includes(word);
        const spelling = isLower ? word : (corpus.find((token) => token.toLowerCase() === word) ?? word);
        const sequence = before + spelling + after;
        return { score, token: vocabulary.indexOf(word), token_str: spelling, sequence };
      });
  },
});
