import { defineModel } from '../../define-model.ts';
import { replyTo, skillList } from './assistant/reply.ts';
import { booleanParameter, integerParameter, stopRules, stopTexts } from './parameters.ts';

const longest = 10_000;

const card = `
A chat partner that is no language model: a few small programs that work things out, and say so when they cannot.

## What it can do

${skillList}
- *What can you do?* lists these.

The first of these that fits the last message of the user answers; all else is answered with a confession. Earlier
messages matter for questions about the conversation alone, and a system message is not followed.

## How it works

- Arithmetic is exact: fractions of whole numbers of up to 400 digits, powers before signs before \`*\` and \`/\` before \`+\`
  and \`-\`. A result whose decimals end within 30 places is written out, any other as a fraction and rounded to six places.
- Days follow the Gregorian calendar, also before 1582. Only the question for today looks at the clock.
- *Spell* puts hyphens between capitals, *reverse* turns characters as readers see them, *count characters* counts code
  points.

## Parameters

The answer comes word by word, so a word with the white space behind it is a token. \`stop\` (a text or a list, ${stopRules}) cuts the
answer before the first of the texts in it. For plain text generation the prompt is the user's message,
\`max_new_tokens\` (1 to ${longest.toLocaleString('en')}) limits the words, and \`return_full_text\` (default false) puts the prompt in front. Everything is worked
out, nothing is drawn, so \`temperature\`, \`top_p\` and \`seed\` have no effect.
`;

type Parameters = Readonly<Record<string, unknown>>;

function pieces(text: string, parameters: Parameters): string[] {
  const stops = stopTexts(parameters);
  const ends = stops.map((stop) => text.indexOf(stop)).filter((index) => index !== -1);
  return text.slice(0, Math.min(text.length, ...ends)).match(/\s*\S+\s*/g) ?? [];
}

/** A chat partner of small exact programs. */
export const plainAssistant = defineModel({
  id: 'sandbox/plain-assistant',
  task: 'text-generation',
  card,
  examples: [
    { example_title: 'Arithmetic', text: 'What is (2 + 3) * 4 / 7?' },
    { example_title: 'Letters', text: 'How many r are in strawberry?' },
    { example_title: 'Dates', text: 'What day was 20 July 1969?' },
    { example_title: 'What else?', text: 'What can you do?' },
  ],
  tags: ['conversational'],
  answer(prompt, parameters) {
    const most = integerParameter(parameters, 'max_new_tokens', { minimum: 1, maximum: longest });
    const words = pieces(replyTo([{ role: 'user', content: prompt }]), parameters);
    const isFull = booleanParameter(parameters, 'return_full_text') ?? false;
    return { generated_text: `${isFull ? `${prompt}\n` : ''}${words.slice(0, most).join('')}` };
  },
  chat: (messages, parameters) => pieces(replyTo(messages), parameters),
});
