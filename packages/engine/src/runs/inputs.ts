import {
  emptyValues,
  fieldFormats,
  fieldKinds,
  isFileInput,
  type Field,
  type FieldValue,
  type JsonValue,
  type MediaKind,
  type Values,
} from '../fields/index.ts';
import type { RunSetup } from '../request/index.ts';
import type { ChatState, Exchange, TaskInputs } from '../session/index.ts';
import { isEmptyChat, taskNamed, type Chat, type ChatImage, type TypedParameters } from '../tasks/index.ts';
import { attempt } from '../text/index.ts';
import { restoreFile, storeFile, type MediaStore } from './media.ts';
import {
  isStoredFile,
  splitModel,
  type RunFile,
  type StoredChat,
  type StoredInput,
  type StoredImage,
  type StoredRun,
} from './run-file.ts';

/** Everything that determines the request of a run. */
export interface RunInputs extends Pick<
  RunSetup,
  'task' | 'destination' | 'parameters' | 'billTo' | 'stream' | 'flags'
> {
  readonly values: Values;
  readonly chat?: Chat | undefined;
}

type StoredSetup = Omit<RunFile, 'tryout' | 'id' | 'result'>;

/**
 * @param resolvedModel the model that ran, if none was chosen
 * @param media receives the content of the files
 */
export async function storeInputs(
  { task, destination, values, parameters = {}, billTo, stream, flags, chat }: RunInputs,
  resolvedModel: string | undefined,
  media: MediaStore,
): Promise<StoredSetup> {
  const { model = resolvedModel, provider, endpointUrl } = destination;
  const isUrl = /^https?:/i.test(model ?? '');
  const inputs: Record<string, StoredInput> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = task.fields[name];
    if (field && value !== undefined) inputs[name] = await storeValue(field, value, media);
  }
  const typed = Object.entries(parameters).map(([name, text]) => [name, parameterToJson(text)] as const);
  return {
    task: task.id,
    ...splitModel(isUrl ? undefined : model, provider),
    endpointUrl: isUrl ? model : endpointUrl,
    billTo,
    parameters: typed.length === 0 ? undefined : Object.fromEntries(typed),
    // Streaming is the default.
    stream: task.conversation && stream === false ? false : undefined,
    flags: flags?.length ? flags : undefined,
    inputs,
    chat: chat && !isEmptyChat(chat) ? await storeChat(chat, media) : undefined,
  };
}

async function storeValue({ kind }: Field, value: FieldValue, media: MediaStore): Promise<StoredInput> {
  if (isFileInput(value)) return storeFile(value, media);
  return fieldFormats[kind].isStoredAsJson ? { json: value } : (value as string | readonly string[]);
}

async function storeChat({ system, exchanges, images }: Chat, media: MediaStore): Promise<StoredChat> {
  const storeAll = async (all: readonly ChatImage[]) => {
    const stored = all.map((each) => (isFileInput(each) ? storeFile(each, media) : { url: each.url }));
    return all.length === 0 ? undefined : await Promise.all(stored);
  };
  const stored: NonNullable<StoredChat['exchanges']>[number][] = [];
  for (const { prompt, answer } of exchanges)
    stored.push({ prompt: prompt.text, pictures: await storeAll(prompt.images), answer });
  return {
    system: system === '' ? undefined : system,
    exchanges: stored.length === 0 ? undefined : stored,
    pictures: await storeAll(images),
  };
}

/** A typed parameter as JSON, unless that would read back differently (`1e3`, `"quoted"`). */
function parameterToJson(text: string): JsonValue {
  const value = attempt(() => JSON.parse(text) as JsonValue);
  return value !== undefined && parameterToText(value) === text ? value : text;
}

function parameterToText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The inputs of a stored run, and the names of files that have to be chosen again: those without their content, and those
 * that do not fit their field.
 */
export async function restoreInputs({ run, media }: StoredRun) {
  const { provider, endpointUrl, billTo, stream, flags, parameters = {} } = run;
  const { fields } = taskNamed(run.task);
  const missing: string[] = [];
  const values: Record<string, FieldValue | undefined> = { ...emptyValues(fields) };
  for (const [name, field] of Object.entries(fields)) {
    const stored = run.inputs[name];
    if (stored === undefined) continue;
    const value = await restoreValue(field, stored, media);
    if (value !== undefined) values[name] = value;
    else missing.push(typeof stored === 'object' && 'file' in stored ? stored.file : field.label);
  }
  const chat = await restoreChat(run.chat, media, missing);
  const typed: TypedParameters = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, parameterToText(value)]),
  );
  const choices = { provider, endpointUrl, billTo, stream, flags };
  const inputs: TaskInputs = { values, drafts: {}, parameters: typed, choices, chat };
  return { inputs, missing };
}

async function restoreValue(
  { kind }: Field,
  stored: StoredInput,
  media: StoredRun['media'],
): Promise<FieldValue | undefined> {
  const { media: expected, isValue } = fieldKinds[kind];
  if (isStoredFile(stored)) return expected && restoreFile(stored, media, expected);
  const isJson = typeof stored === 'object' && 'json' in stored;
  const value = isJson ? stored.json : stored;
  return isJson === fieldFormats[kind].isStoredAsJson && isValue(value) ? value : undefined;
}

function getKind(type: string): MediaKind {
  const [kind] = type.split('/');
  return kind === 'audio' || kind === 'video' ? kind : 'image';
}

async function restoreChat(
  { system = '', exchanges = [], pictures = [] }: StoredChat = {},
  media: StoredRun['media'],
  missing: string[],
): Promise<ChatState> {
  const restoreAll = async (stored: readonly StoredImage[]) => {
    const restored: ChatImage[] = [];
    for (const each of stored) {
      const image = isStoredFile(each) ? await restoreFile(each, media, getKind(each.type)) : each;
      if (image) restored.push(image);
      else if (isStoredFile(each)) missing.push(each.file);
    }
    return restored;
  };
  const restoredExchanges: Exchange[] = [];
  for (const { prompt, pictures: sent = [], answer } of exchanges) {
    const images = await restoreAll(sent);
    restoredExchanges.push({
      prompt: { text: prompt, images },
      answer,
      view: { text: answer, isMarkdown: true, finishReason: 'stop' },
    });
  }
  return { system, exchanges: restoredExchanges, images: await restoreAll(pictures) };
}
