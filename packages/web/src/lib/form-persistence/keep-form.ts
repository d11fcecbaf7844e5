import {
  createStore,
  isFileInput,
  isTaskId,
  type ChatPicture,
  type FileInput,
  type Observable,
  type Session,
  type SessionState,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { blobOf } from '../blobs.ts';
import { forgetRecentModels } from '../recent-models.ts';
import {
  clearStorage,
  isQuotaError,
  type KeptForm,
  type KeptPicture,
  type OpenDatabase,
} from '../storage/database.ts';
import { deleteTab, newTabId, writeTab, type Tab } from './tab.ts';

/** Bytes; copying larger files takes too long. */
export const MAX_KEPT_FILE = 100_000_000;

/** Milliseconds after a change before the form is stored. */
const DELAY = 400;

export type UnsavedReason = 'large' | 'full' | 'refused';

/** What will be lost on reload, and why. */
export interface Unsaved {
  readonly form?: UnsavedReason;
  readonly files: ReadonlyMap<FileInput, UnsavedReason>;
}

/** The forms that were stored in this tab. */
export interface RestoredForms {
  readonly tab: Tab;
  readonly inputs: ReadonlyMap<TaskId, TaskInputs>;
  /** SHA-256 of their files. */
  readonly files: ReadonlyMap<FileInput, string>;
  /** Names of files that could not be restored. */
  readonly lost: readonly string[];
}

export function noForms(): RestoredForms {
  return { tab: { id: newTabId(), isShown: true }, inputs: new Map(), files: new Map(), lost: [] };
}

/** Shows the restored form in a session, and stores the forms of this tab until the user signs out. */
export function keepForms(
  session: Session,
  open: OpenDatabase,
  restored: RestoredForms,
): Observable<Unsaved> {
  const unsaved = createStore<Unsaved>({ files: new Map() });
  /** Files of the forms with their SHA-256; undefined while it is computed. */
  const kept = new Map<FileInput, string | undefined>(restored.files);
  const failed = new WeakMap<FileInput, UnsavedReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = true;
  let before = session.getSnapshot();

  /** @param media new files of the form, which are stored with it */
  async function write(task: TaskId, media: ReadonlyMap<string, Blob> = new Map()): Promise<void> {
    const inputs = session.inputsByTask().get(task);
    const { signIn, task: shown, model, unconfirmedEndpoints } = session.getSnapshot();
    if (!inputs || signIn.status === 'signed-out') return;
    writeTab({ ...restored.tab, ...(shown && { task: shown.id, model }), isShown });
    const form = toStore(restored.tab.id, task, inputs, (file) => kept.get(file));
    // A reload must not confirm an endpoint of a link.
    const { endpointUrl, ...choices } = inputs.choices;
    const isConfirmed = endpointUrl !== undefined && !unconfirmedEndpoints.includes(endpointUrl);
    const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
    const writes: Promise<unknown>[] = [
      transaction.objectStore('forms').put({ ...form, choices: isConfirmed ? inputs.choices : choices }),
    ];
    for (const [hash, blob] of media) writes.push(transaction.objectStore('media').put(blob, hash));
    // Without an explicit commit, a closing page loses the form.
    transaction.commit();
    await Promise.all([...writes, transaction.done]);
  }

  async function save(task = session.getSnapshot().task?.id): Promise<void> {
    if (!task) return;
    if (task === session.getSnapshot().task?.id) stopTimer();
    let form: UnsavedReason | undefined;
    try {
      await write(task);
    } catch (error) {
      form = reasonOf(error);
    }
    dropUnused();
    const files = new Map(filesOf(session.getSnapshot()).flatMap((file) => entryOf(file, failed.get(file))));
    unsaved.set({ ...(form && { form }), files });
  }

  async function keepFile(file: FileInput, task: TaskId): Promise<void> {
    kept.set(file, undefined);
    try {
      const { hashOf } = await import('../storage/hash.ts');
      const blob = await blobOf(file);
      const hash = await hashOf(blob);
      if (!kept.has(file)) return;
      kept.set(file, hash);
      await write(task, new Map([[hash, blob]]));
      await tidy();
    } catch (error) {
      kept.delete(file);
      failed.set(file, reasonOf(error));
    }
    await save(task);
  }

  /** Deletes the content of files that were removed, after the form was stored without them. */
  function dropUnused(): void {
    const used = new Set([...session.inputsByTask().values()].flatMap(filesOf));
    const dropped = [...kept.keys()].filter((file) => !used.has(file));
    dropped.forEach((file) => kept.delete(file));
    if (dropped.length > 0) tidy().catch(() => undefined);
  }

  async function tidy(): Promise<void> {
    const { tidyStorage } = await import('../storage/tidy.ts');
    await tidyStorage(open);
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function forget(): void {
    stopTimer();
    deleteTab();
    forgetRecentModels();
    kept.clear();
    clearStorage(open).catch(() => undefined);
  }

  session.subscribe(() => {
    const now = session.getSnapshot();
    const [previous] = [before, (before = now)];
    if (now.signIn.status === 'signed-out') {
      if (previous.signIn.status !== 'signed-out') forget();
      return;
    }
    if (previous.task && previous.task !== now.task) void save(previous.task.id);
    if (!now.task || !hasChanged(previous, now)) return;
    const { id } = now.task;
    const added = filesOf(now).filter((file) => !kept.has(file) && !failed.has(file));
    for (const file of added) {
      if (file.size > MAX_KEPT_FILE) failed.set(file, 'large');
      else void keepFile(file, id);
    }
    if (added.length > 0) void save();
    // The closing page may not finish storing, so a form is also stored while its user types.
    else timer ??= setTimeout(() => void save(), DELAY);
  });
  // Opened early, because a closing page has no time for it.
  open().catch(() => undefined);
  if (restored.inputs.size > 0) tidy().catch(() => undefined);
  whenSignedIn(session, () => showForm(session, restored));
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
  return unsaved;
}

function entryOf<Key, Value>(key: Key, value: Value | undefined): [Key, Value][] {
  return value === undefined ? [] : [[key, value]];
}

function reasonOf(error: unknown): UnsavedReason {
  return isQuotaError(error) ? 'full' : 'refused';
}

function filesOf({ values, chat }: Pick<TaskInputs, 'values' | 'chat'>): FileInput[] {
  const sent = chat?.exchanges.flatMap(({ prompt }) => prompt.pictures) ?? [];
  return [...Object.values(values), ...sent, ...(chat?.pictures ?? [])].filter(isFileInput);
}

function toStore(
  tab: string,
  task: TaskId,
  inputs: TaskInputs,
  hashOf: (file: FileInput) => string | undefined,
): KeptForm {
  const { values, drafts, parameters, choices, chat } = inputs;
  const keep = (value: unknown) =>
    isFileInput(value)
      ? { name: value.name, contentType: value.contentType, url: value.url, sha256: hashOf(value) }
      : value;
  const keepAll = (pictures: readonly ChatPicture[]) => pictures.map((each) => keep(each) as KeptPicture);
  const stored = filesOf(inputs).filter((file) => hashOf(file) !== undefined);
  return {
    tab,
    task,
    usedAt: Date.now(),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, keep(value)])),
    drafts,
    parameters,
    choices,
    chat: chat && {
      system: chat.system,
      exchanges: chat.exchanges.map(({ prompt, answer, view, result }) => ({
        text: prompt.text,
        pictures: keepAll(prompt.pictures),
        answer,
        finishReason: view.finishReason ?? (result && 'stop'),
      })),
      pictures: keepAll(chat.pictures),
    },
    files: stored.map((file) => hashOf(file)!),
    bytes: stored.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Choosing a model resets its provider, so the task and model are chosen before the page follows the URL. */
function showForm(session: Session, { tab: { task, model }, inputs }: RestoredForms): void {
  if (task === undefined || !isTaskId(task) || !inputs.has(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (model !== undefined) session.chooseModel(model);
  session.setChoices(inputs.get(task)!.choices);
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
  const parts = ['task', 'model', 'values', 'drafts', 'parameters', 'choices', 'chat'] as const;
  return parts.some((part) => before[part] !== now[part]);
}
