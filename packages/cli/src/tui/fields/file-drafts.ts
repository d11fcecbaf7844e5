import { isFileInput, jsonFileOf, type FieldValue, type Session } from '@tryout/engine';
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

/**
 * The paths that are typed in the file inputs of all tasks. They outlive the form as the session's values do, and hold
 * what those cannot: a path that names no file yet.
 */
export interface FileDrafts {
  /** Those that belong to the session's values, by task and input. */
  readonly drafts: Store<ReadonlyMap<string, FileDraft>>;
  keep(task: string, field: string, draft: FileDraft): void;
  /** The draft of an input that holds a value, which may have come from elsewhere, such as an example. */
  of(task: string, field: string, value: FieldValue | undefined): FileDraft;
}

/** Whether a draft is still to be read. */
export function isUnread({ text, value, failure }: FileDraft): boolean {
  return value === undefined && failure === undefined && text.trim() !== '';
}

/** Keeps drafts until the session's value is another one, or is cleared. */
export function createFileDrafts(session: Session): FileDrafts {
  const drafts = createStore<ReadonlyMap<string, FileDraft>>(new Map());
  /** A value that was cleared may come back. */
  const texts = new WeakMap<object, string>();
  let before = session.getSnapshot();
  session.subscribe(() => {
    const now = session.getSnapshot();
    const { task, values, parameters } = now;
    const isOther = task !== before.task || values === before.values;
    // Only clearing replaces inputs and parameters of a task at once.
    const isCleared = !isOther && parameters !== before.parameters;
    before = now;
    if (isOther || !task) return;
    const gone = Object.keys(task.fields).filter((name) => {
      const draft = drafts.get().get(`${task.id}/${name}`);
      return draft !== undefined && (isCleared || draft.value !== values[name]);
    });
    if (gone.length === 0) return;
    const names = new Set(gone.map((name) => `${task.id}/${name}`));
    drafts.set(new Map([...drafts.get()].filter(([name]) => !names.has(name))));
  });
  return {
    drafts,
    keep(task, field, draft) {
      const { value, text } = draft;
      if (typeof value === 'object' && value !== null && text !== '') texts.set(value, text);
      drafts.set(new Map(drafts.get()).set(`${task}/${field}`, draft));
    },
    of(task, field, value) {
      const kept = drafts.get().get(`${task}/${field}`);
      if (kept && kept.value === value) return kept;
      const typed = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
      return { text: typed ?? pathOf(value), value };
    },
  };
}

function pathOf(value: FieldValue | undefined): string {
  return isFileInput(value) ? (value.path ?? '') : (jsonFileOf(value) ?? '');
}
