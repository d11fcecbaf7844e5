import { InputError, parseTyped, type Field, type FieldKind, type FieldValue } from '@tryout/engine';
import { fileFromPath, fileFromStream, jsonFromPath, jsonFromStream } from '@tryout/engine/node';
import { readText, type InputSources } from './read-text.ts';
import { STANDARD_INPUT } from './standard-input.ts';

/** An input as it was given: the words for one field. */
export interface GivenInput {
  readonly words: readonly string[];
  /** Whether it was given without its option. */
  readonly positional: boolean;
  /** What to call it in errors. */
  readonly name: string;
}

type Reader<F extends Field> = (field: F, given: GivenInput, sources: InputSources) => Promise<FieldValue>;

const readers: { readonly [Kind in FieldKind]: Reader<Extract<Field, { kind: Kind }>> } = {
  text: async (_field, { words: [word = ''] }, sources) => (await readText(word, sources, true)).text,
  image: readFile,
  audio: readFile,
  json: async (field, { words: [word = ''] }, { takeStandardInput }) =>
    word === STANDARD_INPUT ? jsonFromStream(takeStandardInput(), field) : jsonFromPath(word, field),
  list: readList,
  choice: readTyped,
  number: readTyped,
  boolean: readTyped,
};

/**
 * Reads what was given for a field.
 * @throws InputError
 */
export async function readField(field: Field, given: GivenInput, sources: InputSources): Promise<FieldValue> {
  try {
    return await (readers[field.kind] as Reader<Field>)(field, given, sources);
  } catch (error) {
    const isFile = field.kind === 'image' || field.kind === 'audio' || field.kind === 'json';
    if (!(error instanceof InputError) || !isFile || !given.words.some(isWebAddress)) throw error;
    throw new InputError(error.message, { hint: 'Download it first, then name the file.', cause: error });
  }
}

const isWebAddress = (word: string) => /^https?:\/\//i.test(word);

async function readFile(
  { kind }: Extract<Field, { kind: 'image' | 'audio' }>,
  { words: [word = ''] }: GivenInput,
  { takeStandardInput }: InputSources,
): Promise<FieldValue> {
  return word === STANDARD_INPUT ? fileFromStream(takeStandardInput(), kind) : fileFromPath(word, kind);
}

/**
 * Files and standard input have one entry per line. An entry is often a single word, so that the name of a file counts
 * only if it looks like a path.
 */
async function readList(_field: Field, { words }: GivenInput, sources: InputSources): Promise<string[]> {
  const entries: string[] = [];
  for (const word of words) {
    const { text, isRead } = await readText(word, sources, false);
    entries.push(...(isRead ? linesOf(text) : [text]));
  }
  return entries;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}

function readTyped(
  field: Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>,
  { words: [word = ''], name }: GivenInput,
): Promise<FieldValue> {
  return Promise.resolve(parseTyped(field, word, name));
}
