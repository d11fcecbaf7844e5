import { constants } from 'node:fs';
import { open, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  createKeyNumbers,
  getSpent,
  isKey,
  isUncounted,
  parseBatchLine,
  type BatchJournal,
  type BatchSummary,
} from '../batch/index.ts';
import { InputError, isFailure, SaveError, TryoutError } from '../errors/index.ts';
import { getEnding } from '../fields/index.ts';
import { counted } from '../format/index.ts';
import type { Media } from '../results/index.ts';
import { acquireLock } from './file-lock.ts';
import { digestRow, readFileLines, replaceFile, sourceChanges, toShort } from './output-rows.ts';
import { getFileReason } from './private-file.ts';

export interface BatchOutput extends BatchJournal {
  /**
   * Removes the errors of rows that ran again, and frees the file.
   * @param summary how the batch ended; a new file of a batch that could not run is removed if it is empty
   */
  close(summary?: BatchSummary): Promise<void>;
}

/** The folder of the files of an output's results. */
export const getMediaFolder = (output: string) => `${output.replace(/\.jsonl$/i, '')}.files`;

/**
 * Opens the output of a batch: JSON Lines, one for each row and candidate, which are appended when they are finished.
 * A torn last line is removed, other unreadable lines stay, and the rows that they may be run again. Holds a lock, so that
 * no other process writes to it.
 * @param sources files that must not be the output
 * @param note called if lines are unreadable
 * @throws InputError for another file, a file of another task, or one that another process writes
 */
export async function openBatchOutput(
  path: string,
  task: string,
  sources: readonly string[],
  note: (text: string) => void = () => undefined,
): Promise<BatchOutput> {
  const target = await realpath(path).catch(() => path);
  const stats = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw unusable(path, error);
    return undefined;
  });
  if (stats && !stats.isFile()) throw notAnOutput(path, 'it is not a regular file');
  for (const source of sources) {
    const other = await stat(source).catch(() => undefined);
    if (stats && other?.ino === stats.ino && other.dev === stats.dev)
      throw new InputError(`${path} is the source`, { hint: 'Choose another output.' });
  }
  const release = await acquireLock(`${target}.lock`, { looks: 1 }).catch((error: unknown) => {
    if (!isFailure(error)) throw unusable(path, error);
    throw new InputError(`Another process writes to ${path}: ${error.message}`, {
      hint: `${error.hint} You can also choose another output.`,
    });
  });
  let file: FileHandle | undefined;
  try {
    // Another process may have written to it before the lock.
    const present = await stat(target).catch(() => undefined);
    const known = present && present.size > 0 ? await readOutput(target, path, task) : emptyOutput();
    file = await open(target, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
    if (present && known.end < present.size) await file.truncate(known.end);
    if (known.unreadable > 0)
      note(`${path}: ${counted(known.unreadable, 'unreadable line')} skipped. Their rows run again.`);
    return createOutput(target, file, known, release, present === undefined, note);
  } catch (error) {
    await file?.close();
    await release();
    throw error instanceof TryoutError ? error : unusable(path, error);
  }
}

const emptyOutput = () => ({
  /** Bytes of the complete lines. */
  end: 0,
  done: new Set<string>(),
  failed: new Set<string>(),
  numbers: createKeyNumbers(),
  /** What may change in the source. */
  lines: new Map<string, number>(),
  spent: 0,
  uncounted: 0,
  /** Errors of rows that ran again. */
  hasOldErrors: false,
  unreadable: 0,
});

type KnownLines = ReturnType<typeof emptyOutput>;

/** The beginning of a line of ours, torn anywhere. */
const TORN = /^\{(?:"?k?e?y?|"key":?|"key":"[0-9a-f]*(?:-.*)?)$/s;

/** The lines of a file; a torn last one is left out. @throws InputError for another file */
async function readOutput(target: string, path: string, task: string): Promise<KnownLines> {
  const known = emptyOutput();
  for await (const { text, bytes, isComplete } of readFileLines(target)) {
    const line = parseBatchLine(text ?? '');
    const isLine = line !== undefined && isKey(line.key);
    // What a killed process left of a line.
    const hasRows = known.done.size + known.failed.size > 0;
    if (!isComplete && (hasRows || isLine || (known.end === 0 && TORN.test(text ?? '')))) break;
    if (!isLine) {
      known.unreadable += Number(text?.trim() !== '');
      known.end += bytes;
      continue;
    }
    const { key, task: other, error } = line;
    if (other !== task)
      throw new InputError(`${path} has rows of ${other}`, { hint: 'Choose another output.' });
    known.end += bytes;
    known.spent += getSpent(line);
    if (isUncounted(line)) known.uncounted += 1;
    const short = toShort(key);
    known.numbers.add(key);
    known.lines.set(short, digestRow(line));
    known.hasOldErrors ||= known.failed.delete(short);
    (error ? known.failed : known.done).add(short);
  }
  if (known.done.size + known.failed.size === 0 && known.unreadable > 0)
    throw notAnOutput(path, 'no line is a row');
  return known;
}

function createOutput(
  target: string,
  file: FileHandle,
  known: KnownLines,
  release: () => Promise<void>,
  isNew: boolean,
  note: (text: string) => void,
): BatchOutput {
  const changes = sourceChanges(known.lines, note);
  const { spent, uncounted } = known;
  const folder = getMediaFolder(target);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { text: string; written?: Promise<void> } = { text: '' };
  let { hasOldErrors } = known;
  let [isEmpty, isClosed] = [isNew, false];
  return {
    spent,
    uncounted,
    find(key) {
      const short = toShort(key);
      return known.done.has(short) ? 'done' : known.failed.has(short) ? 'failed' : undefined;
    },
    numbersOf: known.numbers.numbersOf,
    keep: changes.keep,
    complete: changes.complete,
    append(line) {
      isEmpty = false;
      waiting.text += `${JSON.stringify(line)}\n`;
      // Lines that are finished during a write are written together.
      waiting.written ??= last.then(() => {
        const { text } = waiting;
        waiting = { text: '' };
        return file.appendFile(text);
      });
      const { written } = waiting;
      last = written.catch(() => undefined);
      // Found while this batch runs only if the row ran again.
      hasOldErrors ||= known.failed.has(toShort(line.key));
      return written.catch((error: unknown) => {
        throw new SaveError(`Could not write ${target} (${getFileReason(error)})`, {
          hint: 'Free some space, then continue the batch.',
          cause: error,
        });
      });
    },
    async saveMedia({ bytes, contentType }: Media, key) {
      const name = `${key.slice(0, 16)}${key.slice(64)}.${getEnding(contentType)}`;
      await replaceFile(join(folder, name), bytes);
      return join(basename(folder), name);
    },
    async close(summary) {
      if (isClosed) return;
      isClosed = true;
      await last;
      await file.close();
      if (hasOldErrors) await removeOldErrors(target);
      await changes.write(target);
      if (isEmpty && (!summary || summary.stop)) await rm(target, { force: true });
      await release();
    },
  };
}

/** Rewrites the file with the last answer for each key, or its last error, and all lines that have no key. */
async function removeOldErrors(path: string): Promise<void> {
  const places = new Map<string, number>();
  const answered = new Set<string>();
  let place = 0;
  for await (const { text } of readFileLines(path)) {
    // Too long to be copied.
    if (text === undefined) return;
    const { key, error } = parseBatchLine(text) ?? {};
    if (key !== undefined && !(error && answered.has(key))) places.set(key, place);
    if (key !== undefined && !error) answered.add(key);
    place += 1;
  }
  async function* lines() {
    let at = 0;
    for await (const { text = '' } of readFileLines(path)) {
      const key = parseBatchLine(text)?.key;
      if (key === undefined || places.get(key) === at) yield `${text}\n`;
      at += 1;
    }
  }
  await replaceFile(path, lines());
}

function notAnOutput(path: string, problem: string): InputError {
  return new InputError(`${path} exists and is not the output of a batch: ${problem}`, {
    hint: 'Choose another output.',
  });
}

function unusable(path: string, error: unknown): InputError {
  return new InputError(`Could not open ${path} (${getFileReason(error)})`, {
    hint: `Make sure that ${dirname(path)} is a writable folder.`,
    cause: error,
  });
}
