import {
  defineModel,
  ModelInputError,
  type ChatMessage,
  type ChatPiece,
  type ModelParameters,
  type ToolCall,
} from '../../define-model.ts';
import { getWords, stopWords } from '../text/words.ts';
import { skills } from './skills.ts';

function toFields(value: unknown): ModelParameters {
  return typeof value === 'object' && value !== null ? (value as ModelParameters) : {};
}

/** The names, descriptions and schemas of the parameters of the request's tools. */
function readTools({ tools }: ModelParameters) {
  if (!Array.isArray(tools ?? [])) throw new ModelInputError('`tools` must be a list of functions.');
  return ((tools ?? []) as unknown[]).map((tool) => {
    const { name, description, parameters } = toFields(toFields(tool).function);
    if (typeof name !== 'string' || name === '') {
      throw new ModelInputError('Each of `tools` must be a function with a name.');
    }
    const words = getWords(`${name.replaceAll('_', ' ')} ${String(description ?? '')}`);
    return { name, words, properties: toFields(toFields(parameters).properties) };
  });
}

/** The numbers of the message in order, and for strings the words after its last preposition. */
function fillArguments(properties: ModelParameters, message: string): ModelParameters {
  const numbers = (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const object = /^.*\b(?:in|for|of|at|from|to)\s+(.+?)[?.!]*$/is.exec(message)?.[1] ?? message;
  const values = Object.entries(properties).map(([name, schema]) => {
    const { type } = toFields(schema);
    const value =
      type === 'string' ? object : ['number', 'integer'].includes(String(type)) && numbers.shift();
    return [name, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== false));
}

/**
 * A call of the tool that shares the most words with the user's last message; undefined when no tool shares a word.
 * @throws {ModelInputError} for tools that are not functions
 */
function findToolCall(messages: readonly ChatMessage[], parameters: ModelParameters): ToolCall | undefined {
  const tools = readTools(parameters);
  const last = messages.at(-1);
  if (last?.role !== 'user' || parameters.tool_choice === 'none') return undefined;
  const words = getWords(last.content).filter((word) => !stopWords.has(word));
  const [best] = tools
    .map((tool) => ({ tool, shared: words.filter((word) => tool.words.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((left, right) => right.shared - left.shared);
  return best && { name: best.tool.name, arguments: fillArguments(best.tool.properties, last.content) };
}

const skillList = skills.map(({ help }) => `- ${help}`).join('\n');

/** The words of a text, each with the white space around it. */
export function tokenize(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/** The rest of an answer that was cut off, if the last message asks to continue it. */
function continueAnswer(messages: readonly ChatMessage[]): string | undefined {
  const [answer, last] = messages.slice(-2);
  if (answer?.role !== 'assistant' || !/^\s*continue\b/i.test(last?.content ?? '')) return undefined;
  const full = replyTo(messages.slice(0, -2));
  return full.startsWith(answer.content) ? full.slice(answer.content.length) || undefined : undefined;
}

/** @throws {ModelInputError} without a message from the user */
function replyTo(messages: readonly ChatMessage[], onStep?: (step: string) => void): string {
  const rest = continueAnswer(messages);
  if (rest !== undefined) return rest;
  const listContents = (author: string) =>
    messages.filter(({ role }) => role === author).map(({ content }) => content);
  const earlier = listContents('user');
  const message = earlier.pop();
  if (message === undefined)
    throw new ModelInputError('`messages` must include a message with the role user.');
  const instructions = listContents('system').join('\n');
  for (const skill of skills) {
    const steps: string[] = [];
    const answer = skill.answer({ message, earlier, instructions }, (step) => steps.push(step));
    onStep?.(`${skill.help.split(':')[0]}? ${answer === undefined ? 'No.' : 'Yes.'}`);
    if (answer === undefined) continue;
    for (const step of steps) onStep?.(step);
    return answer;
  }
  if (/\b(?:help|what can you do|who are you)\b/i.test(message)) {
    return `I am a small program, not a language model. I can do these things:\n${skillList}`;
  }
  const start = message.length > 80 ? `${message.slice(0, 80)}…` : message;
  return `I am a small program and do not understand "${start}". Ask "What can you do?" for a list.`;
}

function chat(messages: readonly ChatMessage[], parameters: ModelParameters): ChatPiece[] {
  const last = messages.at(-1);
  if (last?.role === 'tool') return tokenize(`The tool returned: ${last.content}`);
  const toolCall = findToolCall(messages, parameters);
  const steps = toolCall ? [`The message asks for ${toolCall.name}.`] : [];
  const answer = toolCall ? [{ toolCall }] : tokenize(replyTo(messages, (step) => steps.push(step)));
  const hasReasoning = (parameters.reasoning_effort ?? 'none') !== 'none';
  const reasoning = hasReasoning ? (steps.join('\n').match(/\s*\S+/g) ?? []) : [];
  return [...reasoning.map((word) => ({ reasoning: word })), ...answer];
}

export const plainAssistant = defineModel({
  id: 'sandbox/plain-assistant',
  task: 'text-generation',
  card: `
A chat assistant built from a few small programs, without a language model.

${skillList}

The first program that matches the last message answers. With a \`reasoning_effort\` other than \`none\`, the answer includes the
steps that led to it. With \`tools\`, it calls the tool that shares the most words with the message. "Continue" gives the rest of an
answer that \`max_tokens\` cut off. A token is a word.
`,
  examples: [
    { example_title: 'Arithmetic', text: 'What is (2 + 3) * 4 / 7?' },
    { example_title: 'Letters', text: 'How many r are in strawberry?' },
    { example_title: 'What else?', text: 'What can you do?' },
  ],
  tags: ['conversational'],
  answer: (prompt) => ({ generated_text: replyTo([{ role: 'user', content: prompt }]) }),
  chat,
});
