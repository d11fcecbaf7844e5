import {
  type ChatMessage,
  ModelInputError,
  type ModelParameters,
  type ToolCall,
} from '../../define-model.ts';
import { getWords, stopWords } from '../text/words.ts';

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
export function findToolCall(
  messages: readonly ChatMessage[],
  parameters: ModelParameters,
): ToolCall | undefined {
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
