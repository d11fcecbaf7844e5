import { type ChatMessage, ModelInputError, type ToolCall } from '../../../define-model.ts';
import { stopWords } from '../stop-words.ts';
import { plainWords } from '../words.ts';
import { quotedText } from './quoted.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Tool {
  name: string;
  description: string;
  properties: Readonly<Record<string, Fields>>;
}

/** Characters of a message that are read. */
const readLength = 2000;

const behindPreposition = /^.*\b(?:in|for|of|at|from|to)\s+(.+?)[?.!]*$/is;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function readTool(tool: unknown): Tool {
  const { name, description, parameters } = fieldsOf(fieldsOf(tool)['function']);
  if (typeof name !== 'string' || name === '')
    throw new ModelInputError('Each of `tools` must be a function with a name.');
  const properties = Object.entries(fieldsOf(fieldsOf(parameters)['properties']));
  return {
    name,
    description: typeof description === 'string' ? description : '',
    properties: Object.fromEntries(properties.map(([key, schema]) => [key, fieldsOf(schema)])),
  };
}

function readTools({ tools }: Fields): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) throw new ModelInputError('`tools` must be a list of functions.');
  return tools.map(readTool);
}

function sharedWords({ name, description }: Tool, message: string): number {
  const own = new Set(
    plainWords(`${name.replaceAll('_', ' ')} ${description}`).filter((word) => !stopWords.has(word)),
  );
  return plainWords(message).filter((word) => own.has(word)).length;
}

/** The arguments of a call: numbers in their order, choices that are named, else what is quoted or behind a preposition. */
function argumentsOf({ properties }: Tool, message: string): Fields {
  const numbers = (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const text = quotedText(message) ?? behindPreposition.exec(message)?.[1] ?? message;
  const valueOf = ({ type, enum: choices }: Fields): unknown => {
    if (Array.isArray(choices))
      return choices.find((choice) => message.toLowerCase().includes(String(choice).toLowerCase()));
    if (type === 'number' || type === 'integer') return numbers.shift();
    return type === 'string' ? text : undefined;
  };
  const given = Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * The call that the user's last message asks for: of the tool that shares most words with it.
 *
 * @returns `undefined` where none does, unless `tool_choice` is `required`
 * @throws {ModelInputError} for tools that are no functions
 */
export function toolCallFor(messages: readonly ChatMessage[], parameters: Fields): ToolCall | undefined {
  const tools = readTools(parameters);
  const last = messages.at(-1);
  const choice = parameters['tool_choice'];
  if (last?.role !== 'user' || choice === 'none') return undefined;
  const message = last.content.slice(0, readLength);
  const [best] = tools
    .map((tool) => ({ tool, shared: sharedWords(tool, message) }))
    .toSorted((left, right) => right.shared - left.shared);
  if (!best || (best.shared === 0 && choice !== 'required')) return undefined;
  return { name: best.tool.name, arguments: argumentsOf(best.tool, message) };
}
