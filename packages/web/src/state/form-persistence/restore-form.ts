import {
  fieldKinds,
  fileFromBlob,
  taskNamed,
  visibleLine,
  type ChatImage,
  type ChatState,
  type Field,
  type FieldDraft,
  type FieldValue,
  type FileInput,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blobs.ts';
import type { OpenDatabase } from '../storage/database.ts';
import type { RestoredForms } from './persist-form.ts';
import {
  type PersistedChat,
  type PersistedFile,
  type StoredForm,
  type PersistedImage,
  newId,
  type Tab,
} from './stored-form.ts';

/** Restores the forms of a tab. Never rejects; `lost` lists what could not be restored. */
export async function restoreForms(open: OpenDatabase, tab: Tab): Promise<RestoredForms> {
  const id = tab.isShown ? newId() : tab.id;
  const { forms, media } = await readForms(open, tab.id, id).catch(() => ({ forms: [], media: new Map() }));
  const files = new Map<FileInput, string>();
  const lost: string[] = [];

  function restoreFile({ name, contentType, url, key = '' }: PersistedFile): FileInput | undefined {
    const blob = media.get(key);
    if (!blob) return void lost.push(visibleLine(name));
    const file = { ...fileFromBlob(blob, name, contentType), url };
    rememberBlob(file, blob);
    files.set(file, key);
    return file;
  }

  function restoreImages(images: readonly PersistedImage[]): ChatImage[] {
    const restored = images.map((image) => ('name' in image ? restoreFile(image) : image));
    return restored.filter((image) => image !== undefined);
  }

  function restoreChat({ system, exchanges, images }: PersistedChat): ChatState {
    return {
      system,
      exchanges: exchanges.map(({ text, images: sent, answer, finishReason }) => ({
        prompt: { text, images: restoreImages(sent) },
        answer,
        view: { text: answer, isMarkdown: true, finishReason },
      })),
      images: restoreImages(images),
    };
  }

  function restoreInputs({ task, values, drafts, parameters, choices, chat }: StoredForm): TaskInputs {
    const restored: Record<string, FieldValue | undefined> = {};
    for (const [name, field] of Object.entries(taskNamed(task).fields)) {
      const kept = values[name];
      const value = isPersistedFile(field, kept) ? restoreFile(kept) : kept;
      if (fieldKinds[field.kind].isValue(value)) restored[name] = value;
    }
    const typed = drafts as Readonly<Record<string, FieldDraft | undefined>>;
    return { values: restored, drafts: typed, parameters, choices, chat: chat && restoreChat(chat) };
  }

  const inputs = new Map<TaskId, TaskInputs>(forms.map((form) => [form.task, restoreInputs(form)]));
  return { tab: { ...tab, id }, inputs, files, lost };
}

/** Reads the forms of a tab with their files. Those of a duplicated tab are copied. */
async function readForms(open: OpenDatabase, from: string, to: string) {
  const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
  const store = transaction.objectStore('forms');
  const forms = await store.index('tab').getAll(from);
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
