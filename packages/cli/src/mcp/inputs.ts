import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  emptyChat,
  fieldKinds,
  getOptionName,
  InputError,
  isEmptyChat,
  isFileInput,
  isJsonTable,
  isPlaceholderFile,
  findDefaultInputs,
  maxInputBytes,
  mediaNouns,
  missingFields,
  nameHint,
  parseField,
  parseJsonField,
  requireSendable,
  splitSingleEntry,
  tooLarge,
  type Chat,
  type Field,
  type FieldKind,
  type FieldValue,
  type JsonValue,
  type ListField,
  type MediaFieldKind,
  type Task,
  type Values,
} from '@tryout/engine';
import { fileFromPath, jsonFromPath, textFromPath } from '@tryout/engine/node';
import { parseWord } from '../read-argv/read-field.ts';
import type { JsonObject, ToolContext } from './call.ts';
import { permitRoots, requirePath } from './roots.ts';

/** Begins the name of an example file, which `describe_task` returns instead of a path. */
export const EXAMPLE = 'example:';

interface Reader {
  readonly task: Task;
  readonly model: string | undefined;
  readonly context: ToolContext;
}

/** What a conversation takes besides its message. */
export const chatInputs = {
  system: { type: 'string', description: 'Optional system prompt.' },
  image: { type: 'string', description: 'Optional path of an image, for models that take images.' },
} as const;

/** Reads the inputs of a run, with files below the roots. @throws InputError that lists the task's inputs */
export async function readInputs(
  task: Task,
  inputs: JsonObject,
  model: string | undefined,
  context: ToolContext,
): Promise<{ readonly values: Values; readonly chat: Chat | undefined }> {
  const values: Record<string, FieldValue | undefined> = {};
  let chat: Chat = emptyChat;
  try {
    for (const [input, json] of Object.entries(inputs)) {
      if (json === null) continue;
      const name = findField(task, input);
      const reader = { task, model, context };
      if (name !== undefined) {
        const field = task.fields[name]!;
        values[name] = await (readers[field.kind] as ReadField)(field, json, name, reader);
      } else if (task.conversation && input === 'system') {
        chat = { ...chat, system: await readText(requireText(json, input), context) };
      } else if (task.conversation && input === 'image') {
        const path = requirePath(requireText(json, input));
        chat = { ...chat, images: [await fileFromPath(path, 'image', permit(context))] };
      } else {
        const hint = nameHint(input, Object.keys(task.fields), '');
        throw new InputError(`${task.id} has no input '${input.slice(0, MAX_NAME)}'`, { hint });
      }
    }
    const [missing] = missingFields(task.fields, values);
    if (missing !== undefined)
      throw new InputError(
        values[missing] === undefined ? `Missing input '${missing}'` : `${missing} is empty`,
        { code: 'MISSING_INPUT' },
      );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw Object.assign(error, { hint: [error.hint, inputsHint(task)].filter(Boolean).join(' ') });
  }
  return { values, chat: isEmptyChat(chat) ? undefined : chat };
}

/** Characters of a name that an error shows. */
const MAX_NAME = 100;

/** Inputs are found under the names of options, and in other spellings, such as `candidate_labels`. */
function findField({ fields }: Task, input: string): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  return Object.keys(fields).find((name) => {
    const option = getOptionName(name, fields[name]!);
    return [name, option, `${option}s`].some((known) => plain(known) === plain(input));
  });
}

function inputsHint({ id, fields, conversation }: Task): string {
  const inputs = Object.entries(fields).map(([name, { kind }]) => {
    const { noun, isFile, media } = fieldKinds[kind];
    return `${name} (${media ? `path of ${mediaNouns[media]}` : isFile ? `${noun} or its path` : noun})`;
  });
  const more = conversation ? `, and for chats ${Object.keys(chatInputs).join(' and ')}` : '';
  return `${id} takes ${inputs.join(' and ')}${more}.`;
}

type ReadField = (field: Field, json: JsonValue, name: string, reader: Reader) => Promise<FieldValue>;

const readers: {
  readonly [Kind in FieldKind]: (
    field: Extract<Field, { kind: Kind }>,
    ...rest: [JsonValue, string, Reader]
  ) => Promise<FieldValue>;
} = {
  text: async (_field, json, name, { context }) => readText(requireText(json, name), context),
  image: readFile,
  audio: readFile,
  async json(field, json, name, { context }) {
    if (typeof json === 'string' && !isJsonTable(json))
      return jsonFromPath(requirePath(json), permit(context));
    if (typeof json === 'string') return parseJsonField(json, name);
    requireSendable(json, name);
    requireExact(json, name);
    return parseField(field, json, name) ?? json;
  },
  list: async (field: ListField, json, name) => {
    const entries = [json].flat().map((entry, index) => requireText(entry, `${name}[${index}]`));
    return splitSingleEntry(field, entries);
  },
};

function requireText(json: JsonValue, name: string): string {
  if (typeof json !== 'string') throw new InputError(`${name} must be a text`);
  if (Buffer.byteLength(json) > maxInputBytes.text) throw tooLarge(name, maxInputBytes.text);
  return json;
}

const permit = ({ roots, call }: ToolContext) => permitRoots(roots, call.runtime.environment);

/** As on the command line, a text may name a file: `@notes.txt`, or `notes.txt` if it exists. */
async function readText(text: string, context: ToolContext): Promise<string> {
  const { call, notes } = context;
  if (text === '@' || text.length > MAX_PATH) return text;
  const word = parseWord(text, call.options.literal);
  if ('text' in word) return word.text;
  const { path, isNamed, mustExist } = word;
  try {
    const content = await textFromPath(requirePath(path), permit(context));
    if (!isNamed) notes.push(`The text was read from ${path}`);
    return content;
  } catch (error) {
    if (mustExist || !(error instanceof InputError)) throw error;
    return text;
  }
}

const MAX_PATH = 4096;

/** Large numbers have lost digits when the message was parsed. */
function requireExact(json: JsonValue, name: string): void {
  if (typeof json === 'number' && Math.abs(json) > Number.MAX_SAFE_INTEGER)
    throw new InputError(`${name} has a number that is too large to keep its digits`, {
      hint: 'Pass the number as a text.',
    });
  if (typeof json === 'object' && json !== null)
    for (const part of Object.values(json)) requireExact(part as JsonValue, name);
}

async function readFile(
  { kind }: Extract<Field, { kind: MediaFieldKind }>,
  json: JsonValue,
  name: string,
  reader: Reader,
): Promise<FieldValue> {
  const path = requireText(json, name);
  const { media } = fieldKinds[kind];
  if (!media) throw new InputError(`${name} must be a file`);
  if (!path.startsWith(EXAMPLE)) return fileFromPath(requirePath(path), media, permit(reader.context));
  const file = path.slice(EXAMPLE.length);
  const ownPath = (await ownExamples()).get(file);
  if (ownPath !== undefined) return fileFromPath(ownPath, media);
  const { connection, signal } = reader.context;
  const { values } = await findDefaultInputs(connection, reader.task, reader.model, signal);
  const value = values[name];
  if (isFileInput(value) && !isPlaceholderFile(value) && value.name === file) return value;
  throw new InputError(`${name}: there is no example file '${file.slice(0, MAX_NAME)}'`, {
    hint: 'Pass the path of a file of your own.',
  });
}

/** The files that come with Tryout, by name: next to the bundle, or at the top of the repository. */
export async function ownExamples(): Promise<ReadonlyMap<string, string>> {
  for (const relative of ['../examples/', '../../../../examples/']) {
    const folder = fileURLToPath(new URL(relative, import.meta.url));
    const names = await readdir(folder).catch(() => undefined);
    if (names) return new Map(names.map((name) => [name, folder + name]));
  }
  return new Map();
}
