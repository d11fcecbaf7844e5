import { isFileInput, jsonFileOf, type FieldValue } from '@tryout/engine';
import { createStore, type Store } from '../store.ts';

/** What is typed in a file input. Without value and failure it is still to be read. */
export interface FileDraft {
  /** As typed; empty for a file without a path, such as an example. */
  readonly text: string;
  /** What was read there. */
  readonly value?: FieldValue | undefined;
  /** Why it cannot be read, as one sentence with what to do. */
  readonly failure?: string;
  /** Tells the file as it was read from a later version of it. */
  readonly version?: string;
}

/** The paths that are typed in the file inputs of all tasks, which outlive the form as the session's values do. */
export interface FileDrafts extends Omit<Store<ReadonlyMap<string, FileDraft>>, 'set'> {
  keep(task: string, field: string, draft: FileDraft): void;
  /** The draft of an input that holds a value, which may have come from elsewhere, such as an example. */
  of(task: string, field: string, value: FieldValue | undefined): FileDraft;
  /** Forgets the paths of a task that name no file. */
  clear(task: string): void;
}

/** Whether a draft is still to be read. */
export function isUnread({ text, value, failure }: FileDraft): boolean {
  return value === undefined && failure === undefined && text.trim() !== '';
}

export function createFileDrafts(): FileDrafts {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, FileDraft>>(new Map());
  return {
    get,
    subscribe,
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
