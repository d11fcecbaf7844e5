import type { Field } from './field.ts';

/**
 * A field's name as an option of a command: words between hyphens; lists are given entry by entry and take the
 * entry's name (`sourceSentence` is `source-sentence`, `candidateLabels` is `label`).
 */
export function optionNameOf(name: string, field: Field): string {
  if (field.kind === 'list') return field.entryName;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
