import type { FieldValue, FileInput, Values } from '@tryout/engine';
import { truncate } from '../../terminal/index.ts';

const WIDTH = 32;

/** The inputs of a run on one short line: texts, names of files, the columns of tables. */
export function summarizeValues(values: Values): string {
  const parts = Object.values(values).flatMap((value) => (value === undefined ? [] : [inShort(value)]));
  return truncate(parts.join(' · ').replace(/\s+/g, ' '), WIDTH);
}

function inShort(value: FieldValue): string {
  if (isFile(value)) return value.name;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : String(value);
}

function isFile(value: FieldValue): value is FileInput {
  return typeof value === 'object' && value !== null && 'open' in value;
}
