import {
  getJsonFile,
  getMessage,
  isFileInput,
  type Connection,
  type Field,
  type FieldDraft,
  type FieldValue,
  type Task,
} from '@tryout/engine';
import { findBatch, type BatchOffer } from '../../batch/sources.ts';
import { resolvePath } from '../../read-argv/paths.ts';
import { readField, noStandardInput } from '../../read-argv/read-field.ts';
import { stat } from 'node:fs/promises';

export interface FileDraft extends FieldDraft {
  /** Empty for a file without a path, such as an example. */
  readonly text: string;
  /** Several inputs that the text names. */
  readonly batch?: BatchOffer | undefined;
}

/** The draft of a file input; by default the path of its value. */
export function getFileDraft(draft: FieldDraft | undefined, value: FieldValue | undefined): FileDraft {
  const path = isFileInput(value) ? value.path : getJsonFile(value);
  return { ...draft, text: draft?.text ?? path ?? '' };
}

export function isUnread({ text, failure, batch }: FileDraft, value: FieldValue | undefined): boolean {
  return value === undefined && failure === undefined && !batch && text.trim() !== '';
}

/** Reads the file, or finds the files, that a text names. @param task undefined for a field that takes only one */
export async function readFileDraft(
  field: Field,
  text: string,
  task: Task | undefined,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ readonly value?: FieldValue; readonly draft: FileDraft }> {
  let batch: BatchOffer | undefined;
  try {
    batch = task && (await findBatch(text, task, connection, signal));
    if (batch && batch.paths.length > 1) return { draft: { text, batch } };
    const path = await resolvePath(text);
    const version = await getVersion(path);
    const sources = { takeStandardInput: noStandardInput, note: () => undefined };
    const value = await readField(field, [path], sources);
    return { value, draft: { text, version, batch } };
  } catch (error) {
    return { draft: batch ? { text, batch } : { text, failure: getMessage(error) } };
  }
}

/** Milliseconds between checks. */
const INTERVAL = 1500;

/**
 * Polls a file for changes, because a changed file can no longer be uploaded.
 * @param version the known version; by default that of the first check
 * @returns a function that stops watching
 */
export function watchFile(path: string, version: string | undefined, onChange: () => void): () => void {
  let lastVersion = version;
  let isStopped = false;
  const check = async () => {
    const now = await getVersion(path);
    if (isStopped) return;
    if (lastVersion !== undefined && now !== lastVersion) onChange();
    lastVersion = now;
  };
  void check();
  const timer = setInterval(() => void check(), INTERVAL);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Identifies a version of a file by its size and modification time. */
async function getVersion(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats ? `${stats.mtimeMs} ${stats.size}` : 'gone';
}
