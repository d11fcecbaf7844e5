import {
  type ChatMessage,
  ModelInputError,
  type ModelParameters,
  type ToolCall,
} from '../../define-model.ts';
import { plainWords, stopWords } from '../text/words.ts';
import { quotedText } from './skills.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Tool {
  name: string;
  description: string;
  /** JSON Schemas of the parameters by name. */
  properties: Readonly<Record<string, Fields>>;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function readTools({ tools }: ModelParameters): Tool[] {
  const list = tools ?? [];
  if (!Array.isArray(list)) throw new ModelInputError('`tools` must be a list of functions.');
  return list.map((tool): Tool => {
    const { name, description, parameters } = fieldsOf(fieldsOf(tool).function);
    if (typeof name !== 'string' || name === '') {
      throw new ModelInputError('Each of `tools` must be a function with a name.');
    }
    const properties = Object.entries(fieldsOf(fieldsOf(parameters).properties));
    return {
      name,
      description: typeof description === 'string' ? description : '',
      properties: Object.fromEntries(properties.map(([key, schema]) => [key, fieldsOf(schema)])),
    };
  });
}

/** Numbers in order, enum values that the message names, and for strings the quoted text or the words after a preposition. */
function argumentsFrom({ properties }: Tool, message: string): Fields {
  const numbers = (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const object = /^.*\b(?:in|for|of|at|from|to)\s+(.+?)[?.!]*$/is.exec(message)?.[1];
  const valueOf = ({ type, enum: choices }: Fields): unknown => {
    if (Array.isArray(choices)) {
      return choices.find((choice) => message.toLowerCase().includes(String(choice).toLowerCase()));
    }
    if (type === 'number' || type === 'integer') return numbers.shift();
    return type === 'string' ? (quotedText(message) ?? object ?? message) : undefined;
  };
  const values = Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/**
 * A call of the tool that shares the most words with the user's last message; undefined when no tool shares a word,
 * unless `tool_choice` is `required`.
 * @throws {ModelInputError} for tools that are not functions
 */
export function toolCallFor(
  messages: readonly ChatMessage[],
  parameters: ModelParameters,
): ToolCall | undefined {
  const tools = readTools(parameters);
  const last = messages.at(-1);
  if (last?.role !== 'user' || parameters.tool_choice === 'none') return undefined;
  const message = last.content.slice(0, 2000);
  const words = plainWords(message).filter((word) => !stopWords.has(word));
  const [best] = tools
    .map((tool) => {
      const own = plainWords(`${tool.name.replaceAll('_', ' ')} ${tool.description}`);
      return { tool, shared: words.filter((word) => own.includes(word)).length };
    })
    .sort((left, right) => right.shared - left.shared);
  if (!best || (best.shared === 0 && parameters.tool_choice !== 'required')) return undefined;
  return { name: best.tool.name, arguments: argumentsFrom(best.tool, message) };
}
