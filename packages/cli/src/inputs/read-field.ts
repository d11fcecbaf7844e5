import { stat } from 'node:fs/promises';
import { InputError, parseTyped, type Field, type FieldKind, type FieldValue } from '@tryout/engine';
import {
  fileFromPath,
  fileFromStream,
  jsonFromPath,
  jsonFromStream,
  textFromPath,
  textFromStream,
} from '@tryout/engine/node';
import { STANDARD_INPUT, type TakeStandardInput } from './standard-input.ts';

/** What reading an input may use. */
export interface InputSources {
  readonly takeStandardInput: TakeStandardInput;
  /** Tells the person that an input was taken for a file's name. */
  readonly note: (text: string) => void;
}

/** An input as it was given: the words for one field. */
export interface GivenInput {
  readonly words: readonly string[];
  /** Whether it came without its option, so that a text may also name a file. */
  readonly positional: boolean;
  /** What to call it in errors. */
  readonly name: string;
}

type Reader<F extends Field> = (field: F, given: GivenInput, sources: InputSources) => Promise<FieldValue>;

const readers: { readonly [Kind in FieldKind]: Reader<Extract<Field, { kind: Kind }>> } = {
  text: readText,
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

async function readText(_field: Field, given: GivenInput, sources: InputSources): Promise<string> {
  const [word = ''] = given.words;
  if (word === STANDARD_INPUT) return textFromStream(sources.takeStandardInput());
  if (!given.positional || !(await namesFile(word))) return word;
  sources.note(`Reading the text from the file ${word}.`);
  return textFromPath(word);
}

/** A folder is not meant by a text that happens to be its name; a pipe is, and is refused with a reason. */
async function namesFile(word: string): Promise<boolean> {
  const found = await stat(word).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}

async function readFile(
  { kind }: Extract<Field, { kind: 'image' | 'audio' }>,
  { words: [word = ''] }: GivenInput,
  { takeStandardInput }: InputSources,
): Promise<FieldValue> {
  return word === STANDARD_INPUT ? fileFromStream(takeStandardInput(), kind) : fileFromPath(word, kind);
}

/** Standard input gives an entry a line. */
async function readList(_field: Field, { words }: GivenInput, sources: InputSources): Promise<string[]> {
  const entries: string[] = [];
  for (const word of words) {
    if (word !== STANDARD_INPUT) entries.push(word);
    else entries.push(...linesOf(await textFromStream(sources.takeStandardInput())));
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
