import {
  isModelId,
  isTaskId,
  restoreFile,
  restoreInputs,
  taskNamed,
  visibleLine,
  type FileInput,
  type StoredFile,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blobs.ts';
import type { OpenDatabase } from './database.ts';
import { createNoForms, newId, type RestoredForms, type Tab } from './forms.ts';
import { isStoredForm } from './tidy.ts';
import { readJson } from './values.ts';

/** Restores the forms of a tab. Never rejects; `missingNames` lists what could not be restored. */
export async function restoreForms(open: OpenDatabase): Promise<RestoredForms> {
  const tab = readTab();
  if (!tab) return createNoForms();
  const id = tab.isShown ? newId() : tab.id;
  const { forms, media } = await readForms(open, tab.id, id).catch(() => ({ forms: [], media: new Map() }));
  const inputs = new Map<TaskId, TaskInputs>();
  const files = new Map<FileInput, StoredFile>();
  const missingNames: string[] = [];
  for (const { task, run, drafts, urls } of forms) {
    const restore: typeof restoreFile = async (stored, blobs, kind) => {
      const restored = await restoreFile(stored, blobs, kind);
      if (!restored) return undefined;
      const file = { ...restored, url: urls[stored.sha256] };
      rememberBlob(file, media.get(stored.sha256)!);
      files.set(file, stored);
      return file;
    };
    // Another version may have stored it.
    const restored = await restoreInputs({ run, media }, restore).catch(() => undefined);
    if (restored) inputs.set(task, { ...restored.inputs, drafts });
    missingNames.push(...(restored?.missing.map(visibleLine) ?? [taskNamed(task).label]));
  }
  return { tab: { ...tab, id }, inputs, files, missingNames };
}

/** Undefined if it is invalid. */
function readTab(): Tab | undefined {
  const { id, isShown, task, model } = (readJson('tab') ?? {}) as Partial<Record<keyof Tab, unknown>>;
  if (typeof id !== 'string') return undefined;
  const isKnown = typeof task === 'string' && isTaskId(task);
  const isComplete = isKnown && typeof model === 'string' && isModelId(model);
  return { id, isShown: isShown === true, ...(isKnown && { task }), ...(isComplete && { model }) };
}

/** Reads the forms of a tab with their files. Those of a duplicated tab are copied. */
async function readForms(open: OpenDatabase, from: string, to: string) {
  const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
  const store = transaction.objectStore('forms');
  const forms = (await store.index('tab').getAll(from)).filter(isStoredForm);
  const media = new Map<string, Blob>();
  for (const key of forms.flatMap(({ files }) => files)) {
    const blob = await transaction.objectStore('media').get(key);
    if (blob) media.set(key, blob);
  }
  const copies = from === to ? [] : forms.map((form) => store.put({ ...form, tab: to }));
  await Promise.all([...copies, transaction.done]);
  return { forms, media };
}
