import { isFileInput, jsonFileOf, type FieldDraft, type FieldValue } from '@tryout/engine';

/** What is typed into a file input. */
export interface FileDraft extends FieldDraft {
  /** Empty for a file without a path, such as an example. */
  readonly text: string;
}

/** The draft of a file input; its path when the value comes from elsewhere, such as an example. */
export function fileDraftOf(draft: FieldDraft | undefined, value: FieldValue | undefined): FileDraft {
  const path = isFileInput(value) ? value.path : jsonFileOf(value);
  return { ...draft, text: draft?.text ?? path ?? '' };
}

/** Whether the file is still to be read. */
export function isUnread({ text, failure }: FileDraft, value: FieldValue | undefined): boolean {
  return value === undefined && failure === undefined && text.trim() !== '';
}
