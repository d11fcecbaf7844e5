import { isFileInput, jsonFileOf, type FieldValue } from '@tryout/engine';
import { createStore, type Store } from '../store.ts';

/** What is typed in a file input. Without value and failure it is still to be read. */
export interface FileDraft {
  /** As typed; empty for a file without a path, such as an example. */
  readonly text: string;
  readonly value?: FieldValue | undefined;
  /** Why it cannot be read, as one sentence with what to do. */
  readonly failure?: string;
  /** The version of the file that was read. */
  readonly version?: string;
}

/** The paths typed into the file inputs of all tasks. They outlive the form. */
export interface FileDrafts extends Store<ReadonlyMap<string, FileDraft>> {
  keep(task: string, field: string, draft: FileDraft): void;
  /** The draft of an input with a value, which may be an example. */
  of(task: string, field: string, value: FieldValue | undefined): FileDraft;
  /** Drops the paths of a task that could not be read. */
  clear(task: string): void;
}

/** Whether the file is still to be read. */
export function isUnread({ text, value, failure }: FileDraft): boolean {
  return value === undefined && failure === undefined && text.trim() !== '';
}

export function createFileDrafts(): FileDrafts {
  const store = createStore<ReadonlyMap<string, FileDraft>>(new Map());
  const { get, set } = store;
  return {
    ...store,
    keep: (task, field, draft) => set(new Map(get()).set(`${task}/${field}`, draft)),
    of(task, field, value) {
      const kept = get().get(`${task}/${field}`);
      if (kept && kept.value === value) return kept;
      return { text: isFileInput(value) ? (value.path ?? '') : (jsonFileOf(value) ?? ''), value };
    },
    clear(task) {
      const isKept = ([name, { value }]: readonly [string, FileDraft]) =>
        value !== undefined || !name.startsWith(`${task}/`);
      set(new Map([...get()].filter(isKept)));
    },
  };
}
