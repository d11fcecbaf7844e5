import { type ChatMessage, type ChatPiece, defineModel } from '../../define-model.ts';
import { replyTo, skillList } from './assistant/reply.ts';
import { toolCallFor } from './assistant/tools.ts';
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

## Reasoning and tools

With a \`reasoning_effort\` other than \`none\` a chat also gets the steps that lead to its answer: which of the programs fit, and
what they calculated. They come before the answer, as \`reasoning_content\` (from groq as \`reasoning\`), and count as tokens.

With \`tools\` it calls the one whose name and description share most words with the message, and answers as usual where none
does. Numbers of the message become the call's numbers, choices are those that it names, and a text is what it quotes, or what
stands behind its last preposition. \`tool_choice\` may be \`none\` or \`required\`. A tool's result is repeated.

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

function converse(messages: readonly ChatMessage[], parameters: Parameters): ChatPiece[] {
  const toolCall = toolCallFor(messages, parameters);
  const last = messages.at(-1);
  if (last?.role === 'tool') return pieces(`The tool says: ${last.content}`, parameters);
  const steps: string[] = [];
  const think = (step: string) => steps.push(step);
  if (toolCall) think(`The message asks for ${toolCall.name}.`);
  const answer = toolCall ? [{ toolCall }] : pieces(replyTo(messages, think), parameters);
  const { reasoning_effort: effort = 'none' } = parameters;
  const reasoning = effort === 'none' || effort === null ? [] : (steps.join('\n').match(/\s*\S+/g) ?? []);
  return [...reasoning.map((word) => ({ reasoning: word })), ...answer];
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
  chat: converse,
});
