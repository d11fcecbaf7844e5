import { defineModel, ModelInputError } from '../../define-model.ts';
import { refuseLonger, writtenNumber } from './input-limits.ts';
import { maskScores } from './mask-scores.ts';
import { maskVocabulary, usualForm } from './mask-vocabulary.ts';
import { corpusDescription } from './n-gram-corpus.ts';
import { integerParameter, textsParameter } from './parameters.ts';

const maskToken = '[MASK]';
const usualCount = 5;
const mostCount = 100;
const longestText = 10_000;

const card = `
Fills the one ${maskToken} of an English text with words from a small corpus, by the words next to it.

## How it works

${corpusDescription}

**L** is the word or mark before ${maskToken}, **R** the one behind it, both in lower case; at the beginning or end of the
text it is a full stop. Each of the ${maskVocabulary.length} words of the corpus is at the first of these levels that knows it:

| level | known if the corpus has | weight |
|---|---|---|
| 1 | L word R | how often |
| 2 | L word, and elsewhere word R | the product of both counts |
| 3 | L word, or word R | how often |
| 4 | the word | how often |

A level's weights are divided by their sum and multiplied by 0.1 for each level above. The scores are these numbers
divided by the sum of all, so that they add up to 1 over the vocabulary.

## Output

The ${usualCount} best words (\`top_k\`, at most ${mostCount}, changes that), of equal ones in alphabetical order. \`token_str\` is the word as it is mostly
written, \`token\` its number in the alphabetical vocabulary, \`sequence\` the text with the word in place of the mask.
With \`targets\` only those words are answered, with unchanged scores; words that the corpus lacks are left out, and if it
lacks them all, that is an input error. So is a text without ${maskToken}, with several or with more than
${writtenNumber(longestText)} characters.

## Limits

It sees one word to either side and knows what thirteen fables know.
`;

function neighborsOfMask(text: string): [before: string, behind: string] {
  const [before, behind, ...others] = text.split(maskToken);
  if (before === undefined || behind === undefined || others.length > 0) {
    const found = behind === undefined ? 'none' : String(others.length + 1);
    throw new ModelInputError(`The text must contain ${maskToken} exactly once; there is ${found}.`);
  }
  return [before, behind];
}

/** Masked words by n-gram counts with back-off. */
export const nGramMask = defineModel({
  id: 'sandbox/n-gram-mask',
  task: 'fill-mask',
  card,
  examples: [
    { example_title: 'A capital', text: `Paris is the ${maskToken} of France.` },
    { example_title: 'An animal', text: `The ${maskToken} laughed at the tortoise.` },
  ],
  maskToken,
  answer(text, parameters) {
    refuseLonger(text, longestText, 'text');
    const [before, behind] = neighborsOfMask(text);
    const count = integerParameter(parameters, 'top_k', { minimum: 1, maximum: mostCount }) ?? usualCount;
    const targets = new Set(
      textsParameter(parameters, 'targets').map((target) => target.trim().toLowerCase()),
    );
    const scores = maskScores(before, behind);
    const candidates = maskVocabulary
      .map((word, token) => ({ word, token, score: scores[token] ?? 0 }))
      .filter(({ word }) => targets.size === 0 || targets.has(word));
    if (candidates.length === 0) throw new ModelInputError('The model knows none of the targets.');
    return candidates
      .toSorted((left, right) => right.score - left.score)
      .slice(0, count)
      .map(({ word, token, score }) => {
        const form = usualForm(word);
        return { score, token, token_str: form, sequence: `${before}${form}${behind}` };
      });
  },
});
