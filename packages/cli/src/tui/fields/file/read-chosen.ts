import { messageOf, type FieldValue } from '@tryout/engine';
import { noStandardInput } from '../../../inputs/no-standard-input.ts';
import { readField } from '../../../inputs/read-field.ts';
import type { FieldSlot } from '../field-box.ts';
import type { FileDraft } from './file-drafts.ts';
import { meantPath } from './path/typed-path.ts';

/** Reads the file that a text names, as the command line does; what is wrong with it is part of the answer. */
export async function readChosen(field: FieldSlot['field'], name: string, text: string): Promise<FileDraft> {
  try {
    const words = [await meantPath(text)];
    const sources = { takeStandardInput: noStandardInput, note: () => undefined };
    const value: FieldValue = await readField(field, { words, positional: true, name }, sources);
    return { text, value };
  } catch (error) {
    return { text, failure: messageOf(error) };
  }
}
