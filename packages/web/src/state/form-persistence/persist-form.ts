import {
  createStore,
  getUnconfirmed,
  isTaskId,
  type FileInput,
  type Observable,
  type Session,
  type SessionState,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { toBlob } from '../../lib/blobs.ts';
import { isQuotaError, type OpenDatabase } from '../stored/database.ts';
import { forgetWork } from '../stored/forget.ts';
import { getFiles, createStoredForm, newId, writeTab, type Tab } from './stored-form.ts';

/** Bytes; copying larger files takes too long. */
export const MAX_STORED_FILE = 100_000_000;

/** Milliseconds after a change before the form is stored. */
const DELAY = 400;

export type UnsavedReason = 'large' | 'full' | 'refused';

/** What will be lost on reload, and why. */
export interface UnsavedInputs {
  readonly form?: UnsavedReason;
  readonly files: ReadonlyMap<FileInput, UnsavedReason>;
}

/** The forms that were stored in this tab. */
export interface RestoredForms {
  readonly tab: Tab;
  readonly inputs: ReadonlyMap<TaskId, TaskInputs>;
  /** Keys of their files in the database. */
  readonly files: ReadonlyMap<FileInput, string>;
  readonly missingNames: readonly string[];
}

export function createNoForms(): RestoredForms {
  return { tab: { id: newId(), isShown: true }, inputs: new Map(), files: new Map(), missingNames: [] };
}

/** Shows the restored form in a session, and stores the forms of this tab until the user signs out. */
export function persistForms(
  session: Session,
  open: OpenDatabase,
  restoredForms: RestoredForms,
): Observable<UnsavedInputs> {
  const unsavedInputs = createStore<UnsavedInputs>({ files: new Map() });
  const keys = new Map(restoredForms.files);
  const reasons = new WeakMap<FileInput, UnsavedReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = true;
  let lastState = session.getSnapshot();

  async function write(task: TaskId, newFile?: { readonly key: string; readonly blob: Blob }): Promise<void> {
    const inputs = session.inputsByTask().get(task);
    const { signIn, task: currentTask, model, unconfirmed } = session.getSnapshot();
    if (!inputs || signIn.status === 'signed-out') return;
    writeTab({ ...restoredForms.tab, ...(currentTask && { task: currentTask.id, model }), isShown });
    const form = createStoredForm(restoredForms.tab.id, task, inputs, keys);
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

  function forget(): void {
    clearTimeout(timer);
    timer = undefined;
    keys.clear();
    session.forgetInputs();
    forgetWork(open);
  }

  session.subscribe(() => {
    const state = session.getSnapshot();
    const [previous] = [lastState, (lastState = state)];
    if (state.signIn.status === 'signed-out') {
      if (previous.signIn.status !== 'signed-out') forget();
      return;
    }
    if (previous.signIn.status === 'signed-out') showForm(session, restoredForms);
    if (previous.task && previous.task !== state.task) void save(previous.task.id);
    // Opened before anything is typed, because a closing page has no time for it.
    if (state.model !== previous.model) open().catch(() => undefined);
    // The closing page may not finish storing, so a form is also stored while its user types.
    // Before a model is chosen, only a run that was opened has inputs.
    const hasForm = state.model !== undefined || state.replacedBy === 'run';
    if (state.task && hasForm && hasChanged(previous, state)) timer ??= setTimeout(() => void save(), DELAY);
  });
  if (restoredForms.inputs.size > 0) tidy();
  if (lastState.signIn.status !== 'signed-out') showForm(session, restoredForms);
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
  return unsavedInputs;
}

function getReason(error: unknown): UnsavedReason {
  return isQuotaError(error) ? 'full' : 'refused';
}

/** Choosing a model resets its provider, so the task and model are chosen before the page follows the URL. */
function showForm(session: Session, { tab: { task, model }, inputs }: RestoredForms): void {
  if (task === undefined || !isTaskId(task) || !inputs.has(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (model !== undefined) session.chooseModel(model);
  session.setChoices(inputs.get(task)!.choices);
}

function hasChanged(before: SessionState, now: SessionState): boolean {
  const parts = ['task', 'model', 'values', 'drafts', 'parameters', 'choices', 'chat'] as const;
  return parts.some((part) => before[part] !== now[part]);
}
