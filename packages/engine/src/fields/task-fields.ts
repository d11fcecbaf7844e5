import type { AudioField, ImageField, JsonField, ListField, TextField } from './field.ts';

/** Lists begin with this many entries (specification, section 9). */
export const LIST_START = 2;

/** A text box; its label is `Input` unless it stands beside others. */
export function text(label = 'Input'): TextField {
  return { kind: 'text', label };
}

/** A picture file. */
export function image(label = 'Input'): ImageField {
  return { kind: 'image', label };
}

/** A sound file. */
export function audio(label = 'Input'): AudioField {
  return { kind: 'audio', label };
}

/** A JSON file with a table: column name to list of cells. */
export function table(label = 'Input'): JsonField {
  return { kind: 'json', label, shape: 'table' };
}

/** A growing list of texts; `entry` is the label of an entry without its number, `entryName` one word for it. */
export function list(label: string, entry: string, entryName: string, addLabel: string): ListField {
  return {
    kind: 'list',
    label,
    entryName,
    entryLabel: (number) => `${entry} #${number}`,
    addLabel,
    startsWith: LIST_START,
  };
}

/** The candidate labels of the zero-shot tasks. */
export function candidateLabels(): ListField {
  return list('Parameter - Candidate Labels', 'Parameter - Candidate Label', 'label', 'Add Candidate Label');
}
