import {
  getUnconfirmed,
  type FileInput,
  type Session,
  type SessionState,
  type Store,
  type TaskId,
} from '@tryout/engine';
import { toBlob } from '../../lib/blobs.ts';
import { isQuotaError, type OpenDatabase } from '../stored/database.ts';
import { writeValue } from '../stored/values.ts';
import {
  hasForm,
  newId,
  type RestoredForms,
  type UnsavedInputs,
  type UnsavedReason,
} from './persist-form.ts';
import { createStoredForm, getFiles } from './stored-form.ts';

/** Bytes; copying larger files takes too long. */
export const MAX_STORED_FILE = 100_000_000;

/** Milliseconds after a change before the form is stored. */
const DELAY = 400;

/** Stores the forms of this tab whenever they change. @param unsavedInputs is set to what could not be stored */
export function storeForms(
  session: Session,
  open: OpenDatabase,
  restoredForms: RestoredForms,
  unsavedInputs: Store<UnsavedInputs>,
): void {
  const keys = new Map(restoredForms.files);
  const reasons = new WeakMap<FileInput, UnsavedReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = true;
  let lastState = session.getSnapshot();

  async function write(task: TaskId, newFile?: { readonly key: string; readonly blob: Blob }): Promise<void> {
    const inputs = session.inputsByTask().get(task);
    const { signIn, task: currentTask, model, unconfirmed } = session.getSnapshot();
    if (!inputs || signIn.status === 'signed-out') return;
    const tab = { ...restoredForms.tab, ...(currentTask && { task: currentTask.id, model }), isShown };
    writeValue('tab', JSON.stringify(tab));
    const form = createStoredForm(tab.id, task, inputs, keys);
    // A reload must not confirm what a link chose.
    const choices = { ...inputs.choices };
    for (const name of getUnconfirmed({ choices, unconfirmed })) delete choices[name];
    const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
    const writes: Promise<unknown>[] = [transaction.objectStore('forms').put({ ...form, choices })];
    if (newFile) writes.push(transaction.objectStore('media').put(newFile.blob, newFile.key));
    // Without an explicit commit, a closing page loses the form.
    transaction.commit();
    await Promise.all([...writes, transaction.done]);
  }

  async function storeFile(file: FileInput, task: TaskId): Promise<void> {
    if (file.size > MAX_STORED_FILE) return void reasons.set(file, 'large');
    const key = newId();
    keys.set(file, key);
    try {
      await write(task, { key, blob: await toBlob(file) });
    } catch (error) {
      keys.delete(file);
      reasons.set(file, getReason(error));
    }
  }

  async function save(task = session.getSnapshot().task?.id): Promise<void> {
    if (!task) return;
    clearTimeout(timer);
    timer = undefined;
    let reason: UnsavedReason | undefined;
    try {
      await write(task);
      const files = getFiles(session.inputsByTask().get(task));
      for (const file of files) if (!keys.has(file) && !reasons.has(file)) await storeFile(file, task);
    } catch (error) {
      reason = getReason(error);
    }
    // Deletes the content of files that were removed, after the form was stored without them.
    const usedFiles = new Set([...session.inputsByTask().values()].flatMap(getFiles));
    const unusedFiles = [...keys.keys()].filter((file) => !usedFiles.has(file));
    unusedFiles.forEach((file) => keys.delete(file));
    if (unusedFiles.length > 0) tidy();
    const lostFiles = getFiles(session.getSnapshot()).filter((file) => reasons.has(file));
    unsavedInputs.set({
      ...(reason && { form: reason }),
      files: new Map(lostFiles.map((file) => [file, reasons.get(file)!])),
    });
  }

  function tidy(): void {
    import('../stored/tidy.ts').then(({ tidyStorage }) => tidyStorage(open)).catch(() => undefined);
  }

  function storeSoon(): void {
    timer ??= setTimeout(() => void save(), DELAY);
  }

  session.subscribe(() => {
    const state = session.getSnapshot();
    const [previous] = [lastState, (lastState = state)];
    if (state.signIn.status === 'signed-out') {
      clearTimeout(timer);
      timer = undefined;
      keys.clear();
      return;
    }
    if (previous.task && previous.task !== state.task) void save(previous.task.id);
    // The closing page may not finish storing, so a form is also stored while its user types.
    if (state.task && hasForm(state) && hasChanged(previous, state)) storeSoon();
  });
  addEventListener('pagehide', () => {
    isShown = false;
    void save();
  });
  addEventListener('pageshow', ({ persisted }) => {
    isShown = true;
    if (persisted) void save();
  });
  // Browsers may discard hidden pages without further events.
  document.addEventListener('visibilitychange', () => document.hidden && void save());
  if (restoredForms.inputs.size > 0) tidy();
  // Opened before anything is typed, because a closing page has no time for it.
  open().catch(() => undefined);
  // The user may have typed while this loaded.
  storeSoon();
}

function getReason(error: unknown): UnsavedReason {
  return isQuotaError(error) ? 'full' : 'refused';
}

function hasChanged(before: SessionState, now: SessionState): boolean {
  const parts = ['task', 'model', 'values', 'drafts', 'parameters', 'choices', 'chat'] as const;
  return parts.some((part) => before[part] !== now[part]);
}
