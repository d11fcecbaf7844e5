import {
  attempt,
  fieldKinds,
  fileFromBlob,
  isModelId,
  isTaskId,
  taskNamed,
  visibleLine,
  type ChatImage,
  type ChatState,
  type Exchange,
  type Field,
  type FieldValue,
  type FileInput,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blobs.ts';
import type { OpenDatabase } from '../stored/database.ts';
import { readJson } from '../stored/values.ts';
import { createNoForms, newId, type RestoredForms, type Tab } from './persist-form.ts';
import {
  isStoredForm,
  mapDrafts,
  type PersistedChat,
  type PersistedExchange,
  type PersistedFile,
  type StoredForm,
  type PersistedImage,
} from './stored-form.ts';

/** Restores the forms of a tab. Never rejects; `missingNames` lists what could not be restored. */
export async function restoreForms(open: OpenDatabase): Promise<RestoredForms> {
  const tab = readTab();
  if (!tab) return createNoForms();
  const id = tab.isShown ? newId() : tab.id;
  const { forms, media } = await readForms(open, tab.id, id).catch(() => ({ forms: [], media: new Map() }));
  const files = new Map<FileInput, string>();
  const missingNames: string[] = [];

  function restoreFile({ name, contentType, url, key = '' }: PersistedFile): FileInput | undefined {
    const blob = media.get(key);
    if (!blob) return void missingNames.push(visibleLine(name));
    const file = { ...fileFromBlob(blob, name, contentType), url };
    rememberBlob(file, blob);
    files.set(file, key);
    return file;
  }

  function restoreImages(images: readonly PersistedImage[]): ChatImage[] {
    return images
      .map((image) => ('name' in image ? restoreFile(image) : image))
      .filter((image) => image !== undefined);
  }

  function restoreExchange({
    text,
    images,
    answer,
    finishReason,
    model,
    drafts,
  }: PersistedExchange): Exchange {
    return {
      prompt: { text, images: restoreImages(images) },
      answer,
      view: { text: answer, isMarkdown: true, finishReason },
      model,
      drafts: mapDrafts(drafts, restoreExchange),
    };
  }

  function restoreChat({ id, system, exchanges, images }: PersistedChat): ChatState {
    return { id, system, exchanges: exchanges.map(restoreExchange), images: restoreImages(images) };
  }

  function restoreInputs({ task, values, drafts, parameters, choices, chat }: StoredForm): TaskInputs {
    const validValues: Record<string, FieldValue | undefined> = {};
    for (const [name, field] of Object.entries(taskNamed(task).fields)) {
      const storedValue = values[name];
      const value = isPersistedFile(field, storedValue) ? restoreFile(storedValue) : storedValue;
      if (fieldKinds[field.kind].isValue(value)) validValues[name] = value;
    }
    return { values: validValues, drafts, parameters, choices, chat: chat && restoreChat(chat) };
  }

  const inputs = new Map<TaskId, TaskInputs>();
  for (const form of forms) {
    const restored = attempt(() => restoreInputs(form));
    if (restored) inputs.set(form.task, restored);
    else missingNames.push(taskNamed(form.task).label);
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

function isPersistedFile({ kind }: Field, value: unknown): value is PersistedFile {
  return fieldKinds[kind].media !== undefined && typeof value === 'object' && value !== null;
}
