import {
  type ChatMessage,
  type ChatPiece,
  defineModel,
  ModelInputError,
  type ModelParameters,
} from '../../define-model.ts';
import { readBoolean, readNumber, tokensOf } from '../parameters.ts';
import { skills } from './skills.ts';
import { toolCallFor } from './tools.ts';

const skillList = skills.map(({ help }) => `- ${help}`).join('\n');
const maxTokens = 10_000;

/** The rest of an answer that was cut off, if the last message asks to continue it. */
function restOf(messages: readonly ChatMessage[]): string | undefined {
  const [question, answer, last] = messages.slice(-3);
  if (!last || !answer || question?.role !== 'user' || answer.role !== 'assistant') return undefined;
  if (!/^\s*(?:please,? )?continue\b/i.test(last.content)) return undefined;
  const full = replyTo(messages.slice(0, -2));
  return full.startsWith(answer.content) ? full.slice(answer.content.length) || undefined : undefined;
}

/** @throws {ModelInputError} without a message from the user */
function replyTo(messages: readonly ChatMessage[], onStep?: (step: string) => void): string {
  const contentOf = (...roles: string[]) =>
    messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content);
  const rest = restOf(messages);
  if (rest !== undefined) return rest;
  const earlier = contentOf('user');
  const message = earlier.pop();
  if (message === undefined)
    throw new ModelInputError('`messages` must include a message with the role user.');
  if (message.trim() === '') return 'Your message is empty. Ask "What can you do?" for a list.';
  const instructions = contentOf('system', 'developer').join('\n');
  for (const skill of skills) {
    const steps: string[] = [];
    const answer = skill.answer({ message, earlier, instructions }, (step) => steps.push(step));
    onStep?.(`${skill.help.split(':')[0]}? ${answer === undefined ? 'No.' : 'Yes.'}`);
    if (answer === undefined) continue;
    for (const step of steps) onStep?.(step);
    return answer;
  }
  if (/\b(?:help|what can you do|who are you|what are you)\b/i.test(message)) {
    return `I am a small program, not a language model. I can do these things:\n${skillList}`;
  }
  const start = [...message.slice(0, 200)].slice(0, 80).join('');
  const shortened = start === message ? start : `${start}…`;
  return `I am a small program and do not understand "${shortened}". Ask "What can you do?" for a list.`;
}

function chat(messages: readonly ChatMessage[], parameters: ModelParameters): ChatPiece[] {
  const last = messages.at(-1);
  if (last?.role === 'tool') return tokensOf(`The tool returned: ${last.content}`, parameters);
  const toolCall = toolCallFor(messages, parameters);
  const steps = toolCall ? [`The message asks for ${toolCall.name}.`] : [];
  const answer = toolCall
    ? [{ toolCall }]
    : tokensOf(
        replyTo(messages, (step) => steps.push(step)),
        parameters,
      );
  const hasReasoning = (parameters.reasoning_effort ?? 'none') !== 'none';
  const words = hasReasoning ? (steps.join('\n').match(/\s*\S+/g) ?? []) : [];
  return [...words.map((reasoning) => ({ reasoning })), ...answer];
}

export const plainAssistant = defineModel({
  id: 'sandbox/plain-assistant',
  task: 'text-generation',
  card: `
A chat assistant built from a few small programs, without a language model.

## What it can do

${skillList}

The first program that matches the last message answers. If none matches, the assistant says that it does not understand.

## Reasoning and tools

With a \`reasoning_effort\` other than \`none\`, the answer includes the steps that led to it. With \`tools\`, it calls the tool that
shares the most words with the message in its name and description. Numbers in the message become number arguments;
a string is the quoted text, or the text after the last preposition. \`tool_choice\` may be \`none\` or \`required\`.

## Parameters

A token is a word with the whitespace after it. \`stop\` ends the answer before one of the given strings. In plain
runs, \`max_new_tokens\` (at most ${maxTokens.toLocaleString('en')}) limits the tokens and \`return_full_text\` repeats the prompt. The output is deterministic.

## Limits

Earlier messages matter for questions about the conversation only, and for "Continue", which gives the rest of an answer
that \`max_tokens\` cut off. Numbers have 12 significant digits.
`,
  examples: [
    { example_title: 'Arithmetic', text: 'What is (2 + 3) * 4 / 7?' },
    { example_title: 'Letters', text: 'How many r are in strawberry?' },
    { example_title: 'What else?', text: 'What can you do?' },
  ],
  tags: ['conversational'],
  answer(prompt, parameters) {
    const count = readNumber(parameters, 'max_new_tokens', { min: 1, max: maxTokens, isInteger: true });
    const answer = tokensOf(replyTo([{ role: 'user', content: prompt }]), parameters)
      .slice(0, count)
      .join('');
    return { generated_text: readBoolean(parameters, 'return_full_text') ? `${prompt}\n${answer}` : answer };
  },
  chat,
});
