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
import { findBatch, type BatchOffer } from '../../batch/offer.ts';
import { resolvePath } from '../../files/paths.ts';
import { getVersion } from '../../files/watch-file.ts';
import { readField } from '../../inputs/read-field.ts';
import { noStandardInput } from '../../inputs/read-text.ts';

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
