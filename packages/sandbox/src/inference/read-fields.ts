import { ModelInputError, type Table } from '../define-model.ts';
import { isRecord } from '../server/read-body.ts';

/** `value` as a text that is not empty. @throws ModelInputError naming the field. */
export function readText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new ModelInputError(`\`${field}\` must be a text.`);
  if (value.trim() === '') throw new ModelInputError(`\`${field}\` must not be empty.`);
  return value;
}

/** `value` as a list of texts with at least one entry. @throws ModelInputError naming the field. */
export function readTexts(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new ModelInputError(`\`${field}\` must be a list with at least one text.`);
  }
  return value.map((entry, index) => readText(entry, `${field}[${index}]`));
}

/** `value` as an object. @throws ModelInputError naming the field. */
export function readObject(value: unknown, field: string): Record<string, unknown> {
  if (!isRecord(value)) throw new ModelInputError(`\`${field}\` must be an object.`);
  return value;
}

function readCell(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new ModelInputError(`\`${field}\` must hold texts or numbers.`);
}

/** `value` as columns of one length; numbers become texts. @throws ModelInputError naming what is wrong. */
export function readTable(value: unknown, field: string): Table {
  const columns = Object.entries(readObject(value, field));
  if (columns.length === 0) throw new ModelInputError(`\`${field}\` has no columns.`);
  const table = columns.map(([name, cells]): [string, string[]] => {
    const path = `${field}.${name}`;
    if (!Array.isArray(cells)) throw new ModelInputError(`\`${path}\` must be a list.`);
    return [name, cells.map((cell) => readCell(cell, path))];
  });
  const rows = table[0]?.[1].length ?? 0;
  for (const [name, cells] of table) {
    if (cells.length !== rows) {
      throw new ModelInputError(
        `\`${field}.${name}\` has ${cells.length} cells where the first column has ${rows}.`,
      );
    }
  }
  return Object.fromEntries(table);
}

/** The candidate labels of a zero-shot task: a list, or one text with commas as widgets send it. */
export function readCandidateLabels(parameters: Readonly<Record<string, unknown>>): string[] {
  const field = 'parameters.candidate_labels';
  const value = parameters['candidate_labels'];
  const labels = typeof value === 'string' ? value.split(',').map((label) => label.trim()) : value;
  return readTexts(labels, field);
}
