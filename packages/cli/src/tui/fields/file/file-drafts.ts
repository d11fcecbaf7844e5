import type { FieldValue, Session } from '@tryout/engine';

/** What stands in a file box. Neither value nor failure: it is still to be read. */
export interface FileDraft {
  /** As typed; empty for a file without a path, such as an example. */
  readonly text: string;
  /** What was read there. */
  readonly value?: FieldValue | undefined;
  /** Why it cannot be read, as one sentence with what to do. */
  readonly failure?: string;
}

const drafts = new WeakMap<Session, Map<string, FileDraft>>();

const texts = new WeakMap<object, string>();

/** What was typed for a value that was read from a file; it may come back after it was cleared. */
export function textTypedFor(value: FieldValue | undefined): string | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}

/**
 * The typed paths of all file boxes of a session. They outlive the form as the session's values do, and hold what those
 * cannot: a path that names no file yet.
 */
function draftsOf(session: Session): Map<string, FileDraft> {
  const known = drafts.get(session);
  if (known) return known;
  const made = new Map<string, FileDraft>();
  drafts.set(session, made);
  let before = session.getSnapshot();
  session.subscribe(() => {
    const now = session.getSnapshot();
    // Only clearing replaces inputs and parameters of a task at once.
    const isCleared =
      now.task === before.task && now.values !== before.values && now.parameters !== before.parameters;
    before = now;
    if (!isCleared || !now.task) return;
    for (const key of [...made.keys()]) if (key.startsWith(`${now.task.id}/`)) made.delete(key);
  });
  return made;
}

/** What stands in the box of a field; undefined in a new or cleared form. */
export function typedIn(session: Session, task: string, field: string): FileDraft | undefined {
  return draftsOf(session).get(`${task}/${field}`);
}

/** Keeps what stands in the box of a field. */
export function keepTyped(session: Session, task: string, field: string, draft: FileDraft): void {
  if (typeof draft.value === 'object' && draft.value !== null && draft.text !== '')
    texts.set(draft.value, draft.text);
  draftsOf(session).set(`${task}/${field}`, draft);
}
