import {
  fileFromBlob,
  isFileInput,
  type Field,
  type FieldDraft,
  type FieldValue,
  type FileInput,
  type TaskInputs,
} from '@tryout/engine';
import { rememberBlob } from '../blobs.ts';
import type { StorableValue } from './stored-values.ts';

/** A small value, or the ID of a stored one. */
export type SavedValue =
  | { readonly plain: unknown }
  | { readonly id: string; readonly file?: Pick<FileInput, 'name' | 'contentType' | 'url'> };

export interface SavedInputs extends Pick<TaskInputs, 'parameters' | 'choices'> {
  readonly values: Readonly<Record<string, SavedValue>>;
  readonly drafts: Readonly<Record<string, SavedValue>>;
}

/** The form of a tab. Session storage survives reloads, crashes and reopening the tab. */
export interface TabForm {
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  /** By task. */
  readonly inputs: Readonly<Record<string, SavedInputs>>;
  /** True in a duplicated tab: the stored values belong to the original. */
  readonly isShown: boolean;
}

/** Session storage key. */
const FORM_KEY = 'form';

/** Local storage key of the current user's forms. Signing out deletes it, so that forms of all tabs become invalid. */
const USER_KEY = 'forms';

export function readTabForm(): TabForm | undefined {
  try {
    const form = JSON.parse(sessionStorage.getItem(FORM_KEY) ?? 'null') as
      (TabForm & { readonly user: string }) | null;
    if (form && typeof form.inputs === 'object' && form.user === localStorage.getItem(USER_KEY)) return form;
    sessionStorage.removeItem(FORM_KEY);
  } catch {
    // Invalid, or storage is disabled.
  }
  return undefined;
}

/** @throws DOMException if the browser does not allow storage, or it is full */
export function writeTabForm(form: TabForm): void {
  const user = localStorage.getItem(USER_KEY) ?? newId();
  localStorage.setItem(USER_KEY, user);
  sessionStorage.setItem(FORM_KEY, JSON.stringify({ ...form, user }));
}

/** Deletes this tab's form and invalidates those of other tabs. */
export function deleteTabForms(): void {
  try {
    sessionStorage.removeItem(FORM_KEY);
    localStorage.removeItem(USER_KEY);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** A random ID; `crypto.randomUUID` is missing on pages over plain http. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/**
 * Restores a saved value; undefined if it is missing or invalid, for example because the storage was edited.
 * @param field undefined for drafts
 */
export function restoreValue(
  saved: SavedValue,
  field: Field | undefined,
  stored: ReadonlyMap<string, StorableValue>,
): FieldValue | FieldDraft | undefined {
  try {
    const value = readValue(saved, stored);
    return value !== undefined && isValid(field, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readValue(saved: SavedValue, stored: ReadonlyMap<string, StorableValue>): unknown {
  if ('plain' in saved) return saved.plain;
  const blob = stored.get(saved.id);
  if (typeof blob === 'string') return JSON.parse(blob);
  if (!blob || !saved.file) return undefined;
  const { name, contentType, url } = saved.file;
  const file = { ...fileFromBlob(blob, name, contentType), url };
  rememberBlob(file, blob);
  return file;
}

function isValid(field: Field | undefined, value: unknown): value is FieldValue | FieldDraft {
  switch (field?.kind) {
    case 'image':
    case 'audio':
      return isFileInput(value);
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    case 'number':
    case 'boolean':
      return typeof value === field.kind;
    case 'text':
    case 'choice':
      return typeof value === 'string';
    case 'json':
      return !isFileInput(value);
    case undefined:
      return typeof value === 'object' && value !== null;
  }
}
