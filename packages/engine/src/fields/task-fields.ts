import type { AudioField, ImageField, JsonField, ListField, TextField } from './field.ts';

/** Entries of a new list (specification, section 9). */
const LIST_START = 2;

export function text(label = 'Input'): TextField {
  return { kind: 'text', label };
}

export function image(label = 'Input'): ImageField {
  return { kind: 'image', label };
}

export function audio(): AudioField {
  return { kind: 'audio', label: 'Input' };
}

export function table(label = 'Input'): JsonField {
  return { kind: 'json', label };
}

/** @param entry the label of an entry without its number */
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
  return {
    ...list('Parameter - Candidate Labels', 'Parameter - Candidate Label', 'label', 'Add Candidate Label'),
    splitsAtCommas: true,
  };
}
