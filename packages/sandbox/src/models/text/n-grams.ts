import { defineModel, ModelInputError, type ModelParameters } from '../../define-model.ts';
import { readNumber, seededRandom } from '../parameters.ts';

/** The training text of the n-gram models: old fables and short facts. */
const text = `
The hare laughed at the tortoise because the tortoise was so slow. The tortoise smiled and asked the hare to run a race.
The fox marked the way and the race began. The hare ran so fast that soon the tortoise was out of sight. Then the hare
lay down under a tree and fell asleep. The tortoise walked on and on and never stopped. When the hare woke up, the
tortoise was already at the end of the way. The slow and steady win the race.

A hungry fox saw some grapes high up on a vine. The fox jumped as high as it could, but the grapes were out of reach.
The fox jumped again and again. At last the fox walked away and said that the grapes were sour. It is easy to look down
on what you cannot have.

A crow sat in a tree with a piece of cheese in its beak. A fox came by and saw the cheese. The fox said that the crow was
the most beautiful of all the birds, and that its voice must be beautiful too. The crow opened its beak to sing, and the
cheese fell to the ground. The fox took the cheese and walked away. Do not trust everyone who praises you.

A lion lay asleep in the forest. A little mouse ran over the lion, and the lion woke up and caught the mouse. The mouse
asked the lion to let it go and said that one day it would help the lion. The lion laughed and let the mouse go. Some days
later the lion was caught in a net. The little mouse heard the lion and came and gnawed the net until the lion was free.
Even a little friend can be a great friend.

All summer long the ant carried grain to its nest. The grasshopper sang all day and asked the ant to sing too. The ant
said that winter would come. When winter came, the grasshopper was hungry and the ant had grain to eat. The grasshopper
asked the ant for help. It is good to think of tomorrow today.

Paris is the capital of France. Rome is the capital of Italy. Berlin is the capital of Germany. Madrid is the capital of
Spain. Lisbon is the capital of Portugal. Vienna is the capital of Austria. London is the capital of England. Athens is
the capital of Greece. Paris is a city in France. Hamburg is a city in Germany. Milan is a city in Italy. Oxford is a
town in England. The Seine is a river in France. The Rhine is a river in Germany. The Thames is a river in England.

The sun is a star. The earth is a planet. The sun rises in the east and sets in the west. The sky is blue. Snow is white.
A dog is an animal. A cat is an animal. A horse is an animal. An oak is a tree. A rose is a flower. A cat eats mice. A cow
eats grass. A bird can fly. A fish can swim. A dog can bark. A child can learn to read. I like to read a good book. I like
to drink coffee in the morning. The goal of life is to be happy. The goal of the game is to win. Hello to all the world.
`;

/** Words and the punctuation marks . , ; : ! ? */
export function tokenize(source: string): string[] {
  return source.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[.,;:!?]/gu) ?? [];
}

export function isMark(token: string): boolean {
  return /^[.,;:!?]$/.test(token);
}

/** Every token in order, after a full stop. */
export const corpus: readonly string[] = ['.', ...tokenize(text)];

const defaultLength = 50;
const maxLength = 10_000;

function createKey(tokens: readonly string[]): string {
  return tokens.join(' ').toLowerCase();
}

/** The tokens that follow each run of 2, 1 and 0 tokens in the corpus, as often as they do. */
const followers = new Map<string, string[]>();
for (const [index, token] of corpus.entries()) {
  for (let order = 0; order <= Math.min(2, index); order += 1) {
    const key = createKey(corpus.slice(index - order, index));
    const tokens = followers.get(key) ?? [];
    followers.set(key, tokens);
    tokens.push(token);
  }
}

function findFollowers(recent: readonly string[]): readonly string[] {
  return followers.get(createKey(recent)) ?? followers.get(createKey(recent.slice(-1))) ?? corpus;
}

function continueText(prompt: string, parameters: ModelParameters): string {
  const length =
    readNumber(parameters, 'max_new_tokens', { min: 1, max: maxLength, isInteger: true }) ?? defaultLength;
  const random = seededRandom(readNumber(parameters, 'seed', { min: 0, isInteger: true }) ?? 0);
  let lastTokens = tokenize(prompt).slice(-2);
  if (lastTokens.length === 0) lastTokens = ['.'];
  let continuation = '';
  for (let count = 0; count < length; count += 1) {
    const tokens = findFollowers(lastTokens);
    const token = tokens[Math.floor(random() * tokens.length)] ?? '';
    const isFirst = continuation === '' && (prompt === '' || /\s$/.test(prompt));
    continuation += isMark(token) || isFirst ? token : ` ${token}`;
    lastTokens = [...lastTokens.slice(-1), token];
  }
  return continuation;
}

export const fableMarkovChain = defineModel({
  id: 'sandbox/fable-markov-chain',
  task: 'text-generation',
  card: `
Continues an English text with a second-order Markov chain over old fables.

The next token is one that follows the last two tokens in its small corpus of fables (*A hungry fox saw some grapes…*) and facts
(*Paris is the capital of France.*), otherwise the last one, otherwise any token. Parameters are \`max_new_tokens\` (${defaultLength} by
default), \`seed\` and \`return_full_text\`. It often repeats entire sentences and does not support chat.
`,
  examples: [
    { example_title: 'The fox', text: 'A hungry fox' },
    { example_title: 'The ant', text: 'All summer long the ant' },
  ],
  answer(prompt, parameters) {
    const continuation = continueText(prompt, parameters);
    return { generated_text: parameters.return_full_text === false ? continuation : prompt + continuation };
  },
});

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
