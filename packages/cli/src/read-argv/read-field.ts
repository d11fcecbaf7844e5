import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import {
  attempt,
  InputError,
  getOptionName,
  hasText,
  isFileField,
  isJsonTable,
  isListField,
  parseJsonField,
  splitSingleEntry,
  visibleLine,
  type Task,
  type Field,
  type FieldKind,
  type FieldValue,
  type ListField,
  type MediaFieldKind,
} from '@tryout/engine';
import {
  textFromPath,
  textFromStream,
  fileFromPath,
  fileFromStream,
  jsonFromPath,
  jsonFromStream,
} from '@tryout/engine/node';
import { withHome, fitsExtension } from './paths.ts';
import { extname } from 'node:path';
import { isWebUrl } from './models.ts';

export const STANDARD_INPUT = '-';

export interface InputSources {
  takeStandardInput(): AsyncIterable<Uint8Array | string>;
  /** Reports how an argument was read. */
  readonly note: (text: string) => void;
  /** `--literal`: uses all text literally, except `-`. */
  readonly literal?: boolean;
}

/** Milliseconds without input before a note explains the wait. */
const SILENCE = 3000;

/** Standard input, which can be used once and ends on Ctrl-C. Prints a note while it waits for input. */
export function standardInput(
  input: () => Readable & { readonly isTTY?: boolean; readonly fd?: number },
  signal: AbortSignal,
  note: (text: string) => void,
) {
  let stream: Readable | undefined;
  let isTaken = false;
  function open(): Readable {
    if (stream) return stream;
    const source = input();
    stream = addAbortSignal(signal, source);
    if (source.isTTY === true) note('Reading from standard input. Press Ctrl-D to finish.');
    else {
      const timer = setTimeout(() => note('Waiting for standard input. Press Ctrl-C to cancel.'), SILENCE);
      for (const event of ['readable', 'close']) source.once(event, () => clearTimeout(timer));
    }
    return stream;
  }
  return {
    /** @throws InputError the second time */
    take(): AsyncIterable<Uint8Array | string> {
      if (isTaken) {
        throw new InputError('Standard input (-) can be used only once', {
          hint: 'Save one of the inputs to a file.',
        });
      }
      isTaken = true;
      return open();
    },
    /** Whether a pipe or a file was passed that is not empty and not taken yet. Waits for its first bytes. */
    async hasPipedInput(): Promise<boolean> {
      if (isTaken || !isPipeOrFile(input())) return false;
      const stream = open();
      // An empty stream may end without becoming readable.
      await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
      return stream.readableLength > 0;
    },
  };
}

/** Terminals and /dev/null are neither. */
function isPipeOrFile({ fd }: { readonly fd?: number }): boolean {
  if (fd === undefined) return true;
  const stats = attempt(() => fstatSync(fd));
  return stats !== undefined && (stats.isFile() || stats.isFIFO() || stats.isSocket());
}

/** Standard input in the picker. @throws InputError always */
export function noStandardInput(): never {
  throw standardInputError('in the picker', 'Use a file, or tryout run.');
}

/** For texts of commands that do not come from standard input. */
export function standardInputError(place: string, hint = 'Use a file.'): InputError {
  return new InputError(`Standard input (-) is not available ${place}`, { hint });
}

const INPUT_FILE = /\.(?:txt|md|csv|tsv|jsonl?|html|pdf|png|jpe?g|webp|gif|wav|mp3|flac|ogg|m4a)$/i;

/** A word of a command, job or message: the text itself, or the file that it names. */
type Word =
  | { readonly text: string }
  | {
      readonly path: string;
      /** `@FILE` */
      readonly isNamed: boolean;
      /** Without such a file, the word is an error; otherwise, it is a text. */
      readonly mustExist: boolean;
    };

/** The one rule for texts that may name files: options and arguments, messages, jobs and agents follow it. */
export function parseWord(word: string, literal = false): Word {
  if (literal || /\s/.test(word)) return { text: word };
  if (word.startsWith('@@')) return { text: word.slice(1) };
  if (word.startsWith('@')) return { path: word.slice(1), isNamed: true, mustExist: true };
  return { path: word, isNamed: false, mustExist: looksLikePath(word) };
}

/**
 * The text of an argument: the argument itself, the contents of a file, or standard input.
 * @param mayBeName whether an argument that does not look like a path may name a file
 * @throws InputError for a path without a readable file
 */
export async function readText(
  word: string,
  { takeStandardInput, note, literal }: InputSources,
  mayBeName: boolean,
): Promise<{ readonly text: string; readonly isFile: boolean }> {
  if (word === STANDARD_INPUT || (word === '@-' && !literal))
    return { text: await textFromStream(takeStandardInput()), isFile: true };
  const parsed = parseWord(word, literal);
  if ('text' in parsed) {
    if (!literal && /\s/.test(word) && (await isFileName(word)))
      note(`Using '${word}' as text, not as a file name. To read the file, rename it or pipe it in with -.`);
    return { ...parsed, isFile: false };
  }
  const { path, isNamed, mustExist } = parsed;
  if (!mustExist && !(mayBeName && (await isFileName(path)))) return { text: word, isFile: false };
  const content = await readTextFile(path);
  if (!isNamed) note(`Reading text from ${path}.`);
  return content;
}

async function readTextFile(path: string) {
  try {
    if (path === '') throw new InputError('@ must be followed by a file name');
    return { text: await textFromPath(withHome(path)), isFile: true };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = [error.hint, 'To use the argument as text, add --literal.'].filter(Boolean).join(' ');
    throw Object.assign(error, { hint });
  }
}

/** Whether a word can only be meant as a path. */
export function looksLikePath(word: string): boolean {
  return !word.includes('://') && (/^(?:\.{0,2}|~)\//.test(word) || INPUT_FILE.test(word));
}

async function isFileName(word: string): Promise<boolean> {
  const stats = await stat(word).catch(() => undefined);
  return stats !== undefined && !stats.isDirectory();
}

type Assignment = ReturnType<typeof assignInputs>;

/**
 * Assigns arguments to a task's fields. Positional ones fill the remaining fields in order; a list takes the rest.
 * @param getWords the values of an option, given without leading hyphens
 * @returns the arguments by field name, in the fields' order; the positional ones that a list took; unexpected ones
 */
export function assignInputs(
  task: Task,
  positional: readonly string[],
  getWords: (option: string) => readonly string[] | undefined = () => undefined,
) {
  const wordsByField = new Map<string, readonly string[]>();
  let rest = positional;
  let inList: readonly string[] = [];
  for (const [name, field] of Object.entries(task.fields)) {
    const option = getOptionName(name, field);
    const words = getWords(option);
    if (words !== undefined) {
      wordsByField.set(name, words);
    } else if (rest.length > 0) {
      if (isListField(field)) inList = rest;
      const count = isListField(field) ? rest.length : 1;
      wordsByField.set(name, rest.slice(0, count));
      rest = rest.slice(count);
    }
  }
  return { wordsByField, inList, extra: rest };
}

/**
 * The error for arguments that the task does not take.
 * @param hint describes the task's inputs
 */
export function unexpectedInput(task: Task, assignment: Assignment, hint: string): InputError | undefined {
  const { option, files = [] } = findSeveralFiles(task, assignment) ?? {};
  const [, other] = files;
  // A shell has replaced a pattern by many files.
  if (other !== undefined)
    return new InputError(`--${option} takes one file, not ${files.length}`, {
      hint: `Run all of them: tryout batch ${task.id} '*${extname(other)}' -o out.jsonl`,
    });
  const [unexpected] = assignment.extra;
  if (unexpected === undefined) return undefined;
  return new InputError(`Unexpected argument '${unexpected}'`, {
    hint: `${hint} Put text with spaces in quotes.`,
  });
}

/** The file input that several files were given for, such as `*.png`, and all of them. A list may have taken some. */
export function findSeveralFiles({ fields }: Task, { wordsByField, inList, extra }: Assignment) {
  for (const [name, field] of Object.entries(fields)) {
    const words = wordsByField.get(name);
    if (!isFileField(field) || !words) continue;
    const others = [...inList, ...extra].filter((word) => fitsExtension(field.kind, word));
    if (others.length > 0) return { name, option: getOptionName(name, field), files: [...words, ...others] };
  }
  return undefined;
}

type Words = readonly string[];

type Reader<F extends Field> = (field: F, words: Words, sources: InputSources) => Promise<FieldValue>;

const readers: { readonly [Kind in FieldKind]: Reader<Extract<Field, { kind: Kind }>> } = {
  text: async (_field, [word = ''], sources) => (await readText(word, sources, true)).text,
  image: readFile,
  audio: readFile,
  json: async ({ label }, [word = ''], { takeStandardInput }) => {
    if (isJsonTable(word)) return parseJsonField(word, label);
    return word === STANDARD_INPUT ? jsonFromStream(takeStandardInput()) : jsonFromPath(word);
  },
  list: readList,
};

/** Reads the arguments for a field. @throws InputError */
export async function readField(field: Field, words: Words, sources: InputSources): Promise<FieldValue> {
  const url = isFileField(field) && words.find(isWebUrl);
  if (url)
    throw new InputError(`'${visibleLine(url)}' is not a file`, {
      hint: 'Download the file first, then use its path.',
    });
  return (readers[field.kind] as Reader<Field>)(field, words, sources);
}

async function readFile(
  { kind }: Extract<Field, { kind: MediaFieldKind }>,
  [word = '']: Words,
  { takeStandardInput }: InputSources,
): Promise<FieldValue> {
  return word === STANDARD_INPUT ? fileFromStream(takeStandardInput(), kind) : fileFromPath(word, kind);
}

/** Files have one entry per line. Entries are often single words, so only words that look like paths name files. */
async function readList(field: ListField, words: Words, sources: InputSources): Promise<readonly string[]> {
  const entries: string[] = [];
  for (const word of words) {
    const { text, isFile } = await readText(word, sources, false);
    entries.push(...(isFile ? text.split(/\r?\n/).filter(hasText) : [text]));
  }
  const items = sources.literal ? entries : splitSingleEntry(field, entries);
  if (items !== entries) {
    const count = `${items.length} ${field.entryName}s`;
    sources.note(`Split '${entries[0]}' into ${count}. Add --literal to use it as one.`);
  }
  return items;
}
