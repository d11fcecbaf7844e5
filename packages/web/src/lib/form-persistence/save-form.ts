import {
  createStore,
  isFileInput,
  isTaskId,
  type FieldDraft,
  type FieldValue,
  type FileInput,
  type Session,
  type SessionState,
  type TaskInputs,
} from '@tryout/engine';
import { blobOf } from '../blobs.ts';
import { forgetRecentModels } from '../recent-models.ts';
import type { RestoredForm } from './restore-form.ts';
import { clearValues, deleteValues, isQuotaError, openDatabase, storeValue } from './stored-values.ts';
import { deleteTabForms, newId, writeTabForm, type SavedInputs, type SavedValue } from './tab-form.ts';

/** Bytes; copying larger files takes too long. */
export const MAX_SAVED_FILE = 100_000_000;

/** Characters of JSON; larger values go to IndexedDB, as session storage is small and written often. */
const MAX_PLAIN = 20_000;

/** Milliseconds without a change before the form is saved. */
const DELAY = 400;

export type UnsavedReason = 'large' | 'full' | 'refused';

/** Why values will be lost on reload, by {@link slotName}; `form` for all of them. */
export const unsaved = createStore<ReadonlyMap<string, UnsavedReason>>(new Map());

export function slotName(task: string, field: string): string {
  return `${task} ${field}`;
}

function setUnsaved(slot: string, reason: UnsavedReason | undefined): void {
  if (unsaved.getSnapshot().get(slot) === reason) return;
  const next = new Map(unsaved.getSnapshot());
  if (reason === undefined) next.delete(slot);
  else next.set(slot, reason);
  unsaved.set(next);
}

function reasonOf(error: unknown): UnsavedReason {
  return isQuotaError(error) ? 'full' : 'refused';
}

type Value = FieldValue | FieldDraft;

/** A value or draft, and how it is saved; `saved` is undefined if it cannot be saved. */
interface Slot {
  readonly value: Value;
  saved: SavedValue | undefined;
  /** JSON that is still being stored. */
  pending?: string | undefined;
}

/** Shows a restored form in a session, and saves the form in this tab until the user signs out. */
export function saveForm(session: Session, restored: RestoredForm): void {
  whenSignedIn(session, () => showForm(session, restored));
  const slots = new Map<string, Slot>();
  const storedIds = new Set(restored.ownIds);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = true;
  let before = session.getSnapshot();

  for (const [task, { values, drafts }] of restored.inputs) {
    const begin = (name: string, value: Value | undefined, saved: SavedValue | undefined) =>
      // Large values that went to session storage on `pagehide` are stored again.
      value !== undefined && saved && !isLarge(saved) && slots.set(name, { value, saved });
    for (const [name, value] of Object.entries(values))
      begin(slotName(task, name), value, restored.saved[task]?.values[name]);
    for (const [name, draft] of Object.entries(drafts))
      begin(draftSlot(task, name), draft, restored.saved[task]?.drafts[name]);
  }

  /** @param isLeaving also saves pending values in session storage, because storing them takes too long */
  function save(isLeaving = false): void {
    clearTimeout(timer);
    const { signIn, task, model } = session.getSnapshot();
    const inputs = session.inputsByTask();
    if (signIn.status === 'signed-out' || inputs.size === 0) return;
    const shown = task ? { task: task.id, model } : { task: restored.task, model: restored.model };
    const saved = [...inputs].map(([id, each]) => [id, saveInputs(id, each, isLeaving)] as const);
    try {
      writeTabForm({ ...shown, inputs: Object.fromEntries(saved), isShown });
      setUnsaved('form', undefined);
      deleteUnused();
    } catch (error) {
      if (isLeaving) return save();
      setUnsaved('form', reasonOf(error));
    }
  }

  function saveInputs(task: string, inputs: TaskInputs, isLeaving: boolean): SavedInputs {
    const { values, drafts, parameters, choices } = inputs;
    const saveAll = (all: Readonly<Record<string, Value | undefined>>, nameOf: typeof slotName) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => {
          const saved = saveValue(nameOf(task, name), value, isLeaving);
          return saved ? [[name, saved] as const] : [];
        }),
      );
    return { values: saveAll(values, slotName), drafts: saveAll(drafts, draftSlot), parameters, choices };
  }

  function saveValue(name: string, value: Value | undefined, isLeaving: boolean): SavedValue | undefined {
    const slot = slots.get(name);
    if (slot && slot.value === value) return isLeaving && slot.pending ? { plain: value } : slot.saved;
    setUnsaved(name, undefined);
    slots.delete(name);
    if (value === undefined) return undefined;
    const next: Slot = { value, saved: undefined };
    slots.set(name, next);
    const json = isFileInput(value) ? undefined : JSON.stringify(value);
    if (json !== undefined && json.length <= MAX_PLAIN) next.saved = { plain: value };
    else if (json === undefined && (value as FileInput).size > MAX_SAVED_FILE) setUnsaved(name, 'large');
    else void store(name, next, json);
    return isLeaving && next.pending ? { plain: value } : next.saved;
  }

  async function store(name: string, slot: Slot, json: string | undefined): Promise<void> {
    const id = newId();
    storedIds.add(id);
    if (json === undefined) {
      const { name: fileName, contentType, url } = slot.value as FileInput;
      slot.saved = { id, file: { name: fileName, contentType, url } };
    } else slot.saved = { id };
    slot.pending = json;
    try {
      await storeValue(id, json ?? (await blobOf(slot.value as FileInput)));
      slot.pending = undefined;
      if (slots.get(name) !== slot) deleteUnused();
    } catch (error) {
      slot.saved = undefined;
      if (slots.get(name) === slot) setUnsaved(name, reasonOf(error));
    }
  }

  /** Deletes stored values that are no longer referred to, after the form was saved. */
  function deleteUnused(): void {
    const used = new Set([...slots.values()].map(({ saved }) => saved && 'id' in saved && saved.id));
    const unused = [...storedIds].filter((id) => !used.has(id));
    if (unused.length === 0) return;
    unused.forEach((id) => storedIds.delete(id));
    deleteValues(unused).catch(() => undefined);
  }

  session.subscribe(() => {
    const now = session.getSnapshot();
    const [previous] = [before, (before = now)];
    if (now.signIn.status === 'signed-out' && previous.signIn.status !== 'signed-out') {
      clearTimeout(timer);
      deleteTabForms();
      forgetRecentModels();
      slots.clear();
      storedIds.clear();
      clearValues().catch(() => undefined);
    } else if (hasChanged(previous, now)) {
      clearTimeout(timer);
      if (hasNewFile(previous, now)) save();
      else timer = setTimeout(() => save(), DELAY);
    }
  });
  // Opened early, because a closing page has no time for it.
  openDatabase().catch(() => undefined);
  if (restored.inputs.size > 0) save();
  addEventListener('pagehide', () => {
    isShown = false;
    save(true);
  });
  addEventListener('pageshow', ({ persisted }) => {
    isShown = true;
    if (persisted) save();
  });
  // Browsers may discard hidden pages without further events.
  document.addEventListener('visibilitychange', () => document.hidden && save(true));
}

function isLarge(saved: SavedValue): boolean {
  return 'plain' in saved && JSON.stringify(saved.plain).length > MAX_PLAIN;
}

function draftSlot(task: string, field: string): string {
  return slotName(task, `${field} draft`);
}

/** Choosing a model resets its provider, so the task and model are chosen before the page follows the URL. */
function showForm(session: Session, { task, model, inputs }: RestoredForm): void {
  if (task === undefined || !isTaskId(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (typeof model === 'string') session.chooseModel(model);
  const choices = inputs.get(task)?.choices;
  if (choices) session.setChoices(choices);
}

function whenSignedIn(session: Session, callback: () => void): void {
  if (session.getSnapshot().signIn.status !== 'signed-out') return callback();
  const unsubscribe = session.subscribe(() => {
    if (session.getSnapshot().signIn.status === 'signed-out') return;
    unsubscribe();
    callback();
  });
}

function hasChanged(before: SessionState, now: SessionState): boolean {
  const parts = ['task', 'model', 'values', 'drafts', 'parameters', 'choices'] as const;
  return parts.some((part) => before[part] !== now[part]);
}

function hasNewFile({ values: before }: SessionState, { values }: SessionState): boolean {
  return Object.entries(values).some(([name, value]) => isFileInput(value) && before[name] !== value);
}
