import {
  createStore,
  isTaskId,
  type FileInput,
  type Observable,
  type Session,
  type SessionState,
  type StoredFile,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import type { OpenDatabase } from './database.ts';
import { forgetValues } from './values.ts';

export type UnsavedReason = 'large' | 'full' | 'refused';

/** What will be lost on reload, and why. */
export interface UnsavedInputs {
  readonly form?: UnsavedReason;
  readonly files: ReadonlyMap<FileInput, UnsavedReason>;
}

/** A tab's entry in session storage, which survives reloads, crashes and reopening the tab. Its inputs are in the database. */
export interface Tab {
  readonly id: string;
  /** True in a duplicated tab: the forms belong to the original. */
  readonly isShown: boolean;
  readonly task?: string | undefined;
  readonly model?: string | undefined;
}

/** The forms that were stored in this tab. */
export interface RestoredForms {
  readonly tab: Tab;
  readonly inputs: ReadonlyMap<TaskId, TaskInputs>;
  /** Their files that are stored. */
  readonly files: ReadonlyMap<FileInput, StoredFile>;
  readonly missingNames: readonly string[];
}

export function createNoForms(): RestoredForms {
  return { tab: { id: newId(), isShown: true }, inputs: new Map(), files: new Map(), missingNames: [] };
}

/** A random ID; `crypto.randomUUID` is missing on pages over plain http. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Shows the restored form in a session, and stores the forms of this tab until the user signs out. */
export function persistForms(
  session: Session,
  open: OpenDatabase,
  restoredForms: RestoredForms,
): Observable<UnsavedInputs> {
  const unsavedInputs = createStore<UnsavedInputs>({ files: new Map() });
  let storing: Promise<void> | undefined;
  let lastStatus = session.getSnapshot().signIn.status;

  function store(): void {
    storing ??= import('./store-forms.ts').then(
      ({ storeForms }) => storeForms(session, open, restoredForms, unsavedInputs),
      () => {
        storing = undefined;
        unsavedInputs.set({ form: 'refused', files: new Map() });
      },
    );
  }

  session.subscribe(() => {
    const state = session.getSnapshot();
    const previousStatus = lastStatus;
    lastStatus = state.signIn.status;
    if (lastStatus === 'signed-out') {
      if (previousStatus === 'signed-out') return;
      session.forgetInputs();
      forgetWork(open);
      return;
    }
    if (previousStatus === 'signed-out') showForm(session, restoredForms);
    // Loaded before anything is typed, because a closing page has no time for it.
    if (hasForm(state)) store();
  });
  if (lastStatus !== 'signed-out') showForm(session, restoredForms);
  return unsavedInputs;
}

/** Before a model is chosen, only a run that was opened has inputs. */
export function hasForm({ model, replacedBy }: SessionState): boolean {
  return model !== undefined || replacedBy === 'run';
}

/** Choosing a model resets its provider, so the task and model are chosen before the page follows the URL. */
function showForm(session: Session, { tab: { task, model }, inputs }: RestoredForms): void {
  if (task === undefined || !isTaskId(task) || !inputs.has(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (model !== undefined) session.chooseModel(model);
  session.setChoices(inputs.get(task)!.choices);
}

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
function forgetWork(open: OpenDatabase): void {
  forgetValues((name) => name === 'prompts');
  clearForms(open).catch(() => undefined);
}

/** Deletes the forms of all tabs, and the files that no run has. */
async function clearForms(open: OpenDatabase): Promise<void> {
  await (await open()).clear('forms');
  const { tidyStorage } = await import('./tidy.ts');
  await tidyStorage(open);
}
