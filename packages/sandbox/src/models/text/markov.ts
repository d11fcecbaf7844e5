import { defineModel, type ModelParameters } from '../../define-model.ts';
import { readNumber } from '../parameters.ts';
import { seededRandom } from '../numbers.ts';
import { corpus, isMark, tokenize } from './corpus.ts';

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
