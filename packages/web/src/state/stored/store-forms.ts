import {
  createRunId,
  createRunSpec,
  getUnconfirmed,
  hashBlob,
  isFileInput,
  storeInputs,
  taskNamed,
  type ChatImage,
  type Exchange,
  type FileInput,
  type Session,
  type SessionState,
  type Store,
  type StoredFile,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { toBlob } from '../../lib/blobs.ts';
import { isQuotaError, type OpenDatabase, type StoredForm } from './database.ts';
import { hasForm, type RestoredForms, type UnsavedInputs, type UnsavedReason } from './forms.ts';
// With this module, so that signing out deletes files even if the server is gone by then.
import { tidyStorage } from './tidy.ts';
import { writeValue } from './values.ts';

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
  const stored = new Map(restoredForms.files);
  const reasons = new WeakMap<FileInput, UnsavedReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = true;
  let lastState = session.getSnapshot();

  async function write(task: TaskId, newFile?: readonly [StoredFile, Blob]): Promise<void> {
    const inputs = session.inputsByTask().get(task);
    const { signIn, task: currentTask, model, unconfirmed } = session.getSnapshot();
    if (!inputs || signIn.status === 'signed-out') return;
    const tab = { ...restoredForms.tab, ...(currentTask && { task: currentTask.id, model }), isShown };
    writeValue('tab', JSON.stringify(tab));
    // A reload must not confirm what a link chose.
    const choices = { ...inputs.choices };
    for (const name of getUnconfirmed({ choices, unconfirmed })) delete choices[name];
    const form = await createStoredForm(tab.id, task, { ...inputs, choices }, stored);
    const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
    const writes: Promise<unknown>[] = [transaction.objectStore('forms').put(form)];
    if (newFile) writes.push(transaction.objectStore('media').put(newFile[1], newFile[0].sha256));
    // Without an explicit commit, a closing page loses the form.
    transaction.commit();
    await Promise.all([...writes, transaction.done]);
  }

  async function storeFile(file: FileInput, task: TaskId): Promise<void> {
    if (file.size > MAX_STORED_FILE) return void reasons.set(file, 'large');
    try {
      const blob = await toBlob(file);
      const newFile = { ...describeFile(file), sha256: await hashBlob(blob) };
      stored.set(file, newFile);
      await write(task, [newFile, blob]);
    } catch (error) {
      stored.delete(file);
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
      for (const file of files) if (!stored.has(file) && !reasons.has(file)) await storeFile(file, task);
    } catch (error) {
      reason = getReason(error);
    }
    // Deletes the content of files that were removed, after the form was stored without them.
    const usedFiles = new Set([...session.inputsByTask().values()].flatMap(getFiles));
    const unusedFiles = [...stored.keys()].filter((file) => !usedFiles.has(file));
    unusedFiles.forEach((file) => stored.delete(file));
    if (unusedFiles.length > 0) tidy();
    const lostFiles = getFiles(session.getSnapshot()).filter((file) => reasons.has(file));
    unsavedInputs.set({
      ...(reason && { form: reason }),
      files: new Map(lostFiles.map((file) => [file, reasons.get(file)!])),
    });
  }

  function tidy(): void {
    tidyStorage(open).catch(() => undefined);
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
      stored.clear();
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

/** @param stored the files that are stored; of others, only their names are kept */
async function createStoredForm(
  tab: string,
  task: TaskId,
  inputs: TaskInputs,
  stored: ReadonlyMap<FileInput, StoredFile>,
): Promise<StoredForm> {
  const describe = (file: FileInput) => Promise.resolve(stored.get(file) ?? describeFile(file));
  const spec = createRunSpec(taskNamed(task), { ...inputs, model: undefined });
  const run = await storeInputs(spec, undefined, new Map(), describe);
  const all = getFiles(inputs);
  const kept = new Map(
    all.flatMap((file) => stored.get(file) ?? []).map((file) => [file.sha256, file.bytes]),
  );
  const urls = all.map((file) => [stored.get(file)?.sha256 ?? '', file.url] as const);
  return {
    tab,
    task,
    usedAt: Date.now(),
    // The schema is kept as it was typed.
    run: { tryout: 1, id: createRunId(), ...run, schema: inputs.choices.schema },
    drafts: inputs.drafts,
    urls: Object.fromEntries(urls),
    files: [...kept.keys()],
    bytes: [...kept.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** A file whose content is not stored. */
function describeFile({ name, contentType, size }: FileInput): StoredFile {
  return { file: name, type: contentType, bytes: size, sha256: '' };
}

function getFiles(inputs: Pick<TaskInputs, 'values' | 'chat'> | undefined): FileInput[] {
  const { values = {}, chat } = inputs ?? {};
  const listImages = (exchanges: readonly Exchange[]): ChatImage[] =>
    exchanges.flatMap(({ prompt, drafts }) => [
      ...prompt.images,
      ...(drafts?.others ?? []).flatMap(listImages),
    ]);
  const promptImages = listImages(chat?.exchanges ?? []);
  return [...Object.values(values), ...promptImages, ...(chat?.images ?? [])].filter(isFileInput);
}
