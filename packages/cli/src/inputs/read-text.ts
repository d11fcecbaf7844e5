import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { attempt, InputError } from '@tryout/engine';
import { textFromPath, textFromStream } from '@tryout/engine/node';
import { withHome } from '../files/paths.ts';

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
  throw new InputError('Standard input (-) is not available in the picker', {
    hint: 'Use a file, or tryout run.',
  });
}

const INPUT_FILE = /\.(?:txt|md|csv|tsv|jsonl?|html|pdf|png|jpe?g|webp|gif|wav|mp3|flac|ogg|m4a)$/i;

/** What a word stands for: a text, or a file. */
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
