import { stat } from 'node:fs/promises';
import { InputError } from '@tryout/engine';
import { textFromPath, textFromStream } from '@tryout/engine/node';
import { withHome } from '../files/paths.ts';
import { STANDARD_INPUT, type TakeStandardInput } from './standard-input.ts';

/** What reading an input may use. */
export interface InputSources {
  readonly takeStandardInput: TakeStandardInput;
  /** Reports how an argument was read. */
  readonly note: (text: string) => void;
  /** Take every text as it is, except `-` (`--literal`). */
  readonly literal?: boolean;
}

/** The text of an argument. */
export interface ReadText {
  readonly text: string;
  /** Whether it comes from a file or standard input. */
  readonly isRead: boolean;
}

/** The prefix of the name of a text file; `@@` is a literal @. */
const FILE_MARK = '@';

const INPUT_FILE = /\.(?:txt|md|csv|tsv|jsonl?|html|pdf|png|jpe?g|webp|gif|wav|mp3|flac|ogg|m4a)$/i;

/**
 * The text of an argument: itself, the contents of a file, or standard input.
 * @param takesNames whether a word that does not look like a path may be the name of a file
 * @throws InputError for a path without a readable file
 */
export async function readText(
  word: string,
  { takeStandardInput, note, literal }: InputSources,
  takesNames: boolean,
): Promise<ReadText> {
  if (word === STANDARD_INPUT || (word === FILE_MARK + STANDARD_INPUT && !literal))
    return { text: await textFromStream(takeStandardInput()), isRead: true };
  if (literal) return typed(word);
  if (/\s/.test(word)) {
    if (await namesFile(word)) note(whiteSpaceNote(word));
    return typed(word);
  }
  if (word.startsWith(FILE_MARK + FILE_MARK)) return typed(word.slice(FILE_MARK.length));
  if (word.startsWith(FILE_MARK)) return readFrom(word.slice(FILE_MARK.length));
  if (!looksLikePath(word) && !(takesNames && (await namesFile(word)))) return typed(word);
  const read = await readFrom(word);
  note(`Reading the text from the file ${word}.`);
  return read;
}

const typed = (text: string): ReadText => ({ text, isRead: false });

async function readFrom(path: string): Promise<ReadText> {
  try {
    if (path === '') throw new InputError(`${FILE_MARK} is not followed by a file name`);
    return { text: await textFromPath(withHome(path)), isRead: true };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = [error.hint, 'To use the argument as text, add --literal.'].filter(Boolean).join(' ');
    throw new InputError(error.message, { hint, cause: error });
  }
}

/** Whether a word without white space is probably a path. */
function looksLikePath(word: string): boolean {
  return !word.includes('://') && (/^(?:\.{0,2}|~)\//.test(word) || INPUT_FILE.test(word));
}

/** Whether a file has this name; a folder does not count, a named pipe does and is refused when it is read. */
async function namesFile(word: string): Promise<boolean> {
  const found = await stat(word).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}

function whiteSpaceNote(word: string): string {
  return `Using '${word}' as text, not as a file name. To read the file, rename it or pipe it in with -.`;
}
