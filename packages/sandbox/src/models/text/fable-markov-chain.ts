import { defineModel } from '../../define-model.ts';
import { corpusDescription } from './n-gram-corpus.ts';
import { isMark, nGramTokens } from './n-gram-tokens.ts';
import { continuations } from './next-token.ts';
import { booleanParameter, integerParameter, stopRules, stopTexts } from './parameters.ts';
import { randomRules } from './random.ts';
import { samplerOf, samplingRules } from './sampling.ts';

const usualLength = 50;
const longest = 10_000;

/** Only so much of the end of a prompt is searched for its last two tokens. */
const reach = 300;

const card = `
Continues an English text with words from old fables: a Markov chain of the second order.

## How it works

${corpusDescription}

A token is a word or one of the marks . , ; : ! and ?. The next token is one that the corpus has after the last two
tokens, whatever their case; if they never stand together there, after the last one; if that is unknown as well, any
token of the corpus. Words are set with a space before them, marks without one.

${samplingRules}

${randomRules}

## Parameters

- \`max_new_tokens\` (default ${usualLength}, at most ${longest.toLocaleString('en')}): how many tokens are added
- \`stop\`: a text or a list of texts, ${stopRules}; the answer ends with the first of them that comes up in the new text
- \`return_full_text\` (default true): false leaves the prompt out
- \`temperature\`, \`top_k\`, \`top_p\`, \`do_sample\`, \`seed\`: see above

## Limits

It remembers two tokens. It often repeats whole sentences of its fables and knows nothing else. It takes no part in
conversations.
`;

/** Where the first stop text ends that lies in `text` behind `from`; `undefined` without one. */
function endOfStop(text: string, stops: readonly string[], from: number): number | undefined {
  const ends = stops.flatMap((stop) => {
    const start = text.indexOf(stop, Math.max(0, from - stop.length));
    return start === -1 ? [] : [start + stop.length];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

function continueText(prompt: string, parameters: Readonly<Record<string, unknown>>): string {
  const length =
    integerParameter(parameters, 'max_new_tokens', { minimum: 1, maximum: longest }) ?? usualLength;
  const stops = stopTexts(parameters);
  const draw = samplerOf(parameters);
  let recent = nGramTokens(prompt.slice(-reach));
  if (recent.length === 0) recent = ['.'];
  let added = '';
  for (let count = 0; count < length; count += 1) {
    const token = draw(continuations(recent));
    const isFirst = added === '' && (prompt === '' || /\s$/.test(prompt));
    const from = added.length;
    added += isMark(token) || isFirst ? token : ` ${token}`;
    recent = [...recent.slice(-1), token];
    const end = endOfStop(added, stops, from);
    if (end !== undefined) return added.slice(0, end);
  }
  return added;
}

/** Text by a Markov chain over fables. */
export const fableMarkovChain = defineModel({
  id: 'sandbox/fable-markov-chain',
  task: 'text-generation',
  card,
  examples: [
    { example_title: 'The fox', text: 'A hungry fox' },
    { example_title: 'The ant', text: 'All summer long the ant' },
  ],
  answer(prompt, parameters) {
    const added = continueText(prompt, parameters);
    const isFull = booleanParameter(parameters, 'return_full_text') ?? true;
    return { generated_text: isFull ? prompt + added : added };
  },
});
