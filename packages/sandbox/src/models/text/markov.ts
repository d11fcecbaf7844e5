import { defineModel, type ModelParameters } from '../../define-model.ts';
import { readBoolean, readNumber, readStops } from '../parameters.ts';
import { seededRandom } from '../random.ts';
import { corpus, corpusDescription, isMark, tokensOf } from './corpus.ts';

const defaultLength = 50;
const maxLength = 10_000;

/** Tokens that may come next, with their counts, the most frequent first. */
type Choices = readonly (readonly [token: string, count: number])[];

/** What follows each run of 2, 1 and 0 tokens of the corpus. */
const tables = [2, 1, 0].map((order) => {
  const counts = new Map<string, Map<string, number>>();
  for (let index = order; index < corpus.length; index += 1) {
    const context = corpus
      .slice(index - order, index)
      .join(' ')
      .toLowerCase();
    const token = corpus[index] ?? '';
    const next = counts.get(context) ?? new Map<string, number>();
    counts.set(context, next.set(token, (next.get(token) ?? 0) + 1));
  }
  const rank = (next: Map<string, number>): Choices => [...next].sort((left, right) => right[1] - left[1]);
  return { order, choices: new Map([...counts].map(([context, next]) => [context, rank(next)])) };
});

function choicesAfter(tokens: readonly string[]): Choices {
  for (const { order, choices } of tables) {
    const context = tokens
      .slice(tokens.length - order)
      .join(' ')
      .toLowerCase();
    const found = tokens.length >= order ? choices.get(context) : undefined;
    if (found) return found;
  }
  return [];
}

/** A function that draws a token according to the sampling parameters. */
export function createSampler(parameters: ModelParameters): (choices: Choices) => string {
  const temperature = readNumber(parameters, 'temperature', { min: 0, max: 1000 }) ?? 1;
  const isGreedy = readBoolean(parameters, 'do_sample') === false || temperature === 0;
  const topK = isGreedy ? 1 : (readNumber(parameters, 'top_k', { min: 1, isInteger: true }) ?? Infinity);
  const topP = readNumber(parameters, 'top_p', { min: 0, max: 1 }) ?? 1;
  const random = seededRandom(readNumber(parameters, 'seed', { min: 0, isInteger: true }) ?? 0);

  return (choices) => {
    const highest = choices[0]?.[1] ?? 1;
    // Relative to the highest count, so that a low temperature cannot overflow.
    const weighted = choices.map(([token, count]) => ({
      token,
      weight: (count / highest) ** (1 / temperature),
    }));
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    let sum = 0;
    const kept = weighted.slice(0, topK).filter(({ weight }, index) => {
      const isKept = index === 0 || sum < topP * total;
      if (isKept) sum += weight;
      return isKept;
    });
    let rest = random() * sum;
    return (kept.find(({ weight }) => (rest -= weight) < 0) ?? kept.at(-1))?.token ?? '';
  };
}

function continueText(prompt: string, parameters: ModelParameters): string {
  const length =
    readNumber(parameters, 'max_new_tokens', { min: 1, max: maxLength, isInteger: true }) ?? defaultLength;
  const stops = readStops(parameters);
  const draw = createSampler(parameters);
  let recent = tokensOf(prompt.slice(-300)).slice(-2);
  if (recent.length === 0) recent = ['.'];
  let added = '';
  for (let count = 0; count < length; count += 1) {
    const token = draw(choicesAfter(recent));
    const isFirst = added === '' && (prompt === '' || /\s$/.test(prompt));
    const previousLength = added.length;
    added += isMark(token) || isFirst ? token : ` ${token}`;
    recent = [...recent.slice(-1), token];
    const ends = stops.flatMap((stop) => {
      const start = added.indexOf(stop, Math.max(0, previousLength - stop.length));
      return start === -1 ? [] : [start + stop.length];
    });
    if (ends.length > 0) return added.slice(0, Math.min(...ends));
  }
  return added;
}

export const fableMarkovChain = defineModel({
  id: 'sandbox/fable-markov-chain',
  task: 'text-generation',
  card: `
Continues an English text with a second-order Markov chain over old fables.

## How it works

${corpusDescription} The next token is one that follows the last two tokens in the corpus, or else the last one, or else any token.

## Parameters

- \`max_new_tokens\` (default ${defaultLength}, at most ${maxLength.toLocaleString('en')})
- \`temperature\`, \`top_k\`, \`top_p\`, \`do_sample\`, \`seed\`: as usual; the same seed gives the same answer
- \`stop\`: the answer ends after one of these strings
- \`return_full_text\` (default true): false omits the prompt

## Limits

It only knows its fables, often repeats entire sentences, and does not support chat.
`,
  examples: [
    { example_title: 'The fox', text: 'A hungry fox' },
    { example_title: 'The ant', text: 'All summer long the ant' },
  ],
  answer(prompt, parameters) {
    const added = continueText(prompt, parameters);
    const hasPrompt = readBoolean(parameters, 'return_full_text') ?? true;
    return { generated_text: hasPrompt ? prompt + added : added };
  },
});
