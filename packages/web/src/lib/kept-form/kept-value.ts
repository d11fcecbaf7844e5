import { type Field, type FieldValue, fileFromBlob, type FileInput, isFileInput } from '@tryout/engine';
import { blobOf, rememberBlob } from '../blobs.ts';

/** A value as a tab keeps it: itself, or where it is. */
export type KeptValue =
  | { readonly plain: unknown }
  | { readonly part: string; readonly file?: Pick<FileInput, 'name' | 'contentType' | 'url'> };

/** Characters that a tab's own storage takes of one value: it is small, and written again and again. */
const MOST_PLAIN = 20_000;

/** Bytes of a file that are kept; a copy of more takes long. */
export const MOST_KEPT_BYTES = 100_000_000;

/** Whether a value is to be a part of its own. It is not looked at to its end. */
export function isLarge(value: unknown): boolean {
  if (isFileInput(value)) return true;
  let left = MOST_PLAIN;
  const waiting = [value];
  while (waiting.length > 0 && left > 0) {
    const next = waiting.pop();
    left -= typeof next === 'string' ? next.length : 4;
    if (typeof next !== 'object' || next === null) continue;
    const entries: readonly unknown[] = Array.isArray(next) ? next : Object.entries(next).flat();
    left -= entries.length;
    if (left > 0) waiting.push(...entries);
  }
  return left <= 0;
}

/** What is put into storage for a large value. */
export interface StoredValue {
  readonly value: Blob | string;
  /** Bytes, about. */
  readonly size: number;
}

/** @throws InputError for a file that cannot be read any more */
export async function storedOf(value: FieldValue): Promise<StoredValue> {
  if (isFileInput(value)) {
    const blob = await blobOf(value);
    return { value: blob, size: blob.size };
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { value: text, size: 2 * text.length };
}

/** How a large value is found again. */
export function keptAs(part: string, value: FieldValue): KeptValue {
  if (!isFileInput(value)) return { part };
  const { name, contentType, url } = value as FileInput;
  return { part, file: { name, contentType, ...(url === undefined ? {} : { url }) } };
}

/**
 * A value as it was; undefined for what it cannot be.
 * @param field that it is of; undefined for what is typed beside one
 * @param stored what storage has of its part
 */
export function valueOf(kept: KeptValue, field: Field | undefined, stored: unknown): FieldValue | undefined {
  if ('plain' in kept) return fitting(field, kept.plain);
  if (kept.file && stored instanceof Blob) {
    const { name, contentType, url } = kept.file;
    const file = { ...fileFromBlob(stored, name, contentType), ...(url === undefined ? {} : { url }) };
    rememberBlob(file, stored);
    return fitting(field, file);
  }
  if (typeof stored !== 'string') return undefined;
  return fitting(field, field?.kind === 'text' ? stored : JSON.parse(stored));
}

/** Only what a field of this kind holds: storage may have been changed. */
function fitting(field: Field | undefined, value: unknown): FieldValue | undefined {
  switch (field?.kind) {
    case 'json':
      return isFileInput(value) ? undefined : (value as FieldValue);
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined;
    case 'text':
    case 'choice':
      return typeof value === 'string' ? value : undefined;
    case 'image':
    case 'audio':
      return isFileInput(value) ? value : undefined;
    case 'number':
    case 'boolean':
      return typeof value === field.kind ? (value as FieldValue) : undefined;
    case undefined:
      return typeof value === 'object' && value !== null ? (value as FieldValue) : undefined;
  }
}
