import {
  emptyValues,
  fieldFormats,
  fieldKinds,
  isFileInput,
  isTooDeep,
  type Field,
  type FieldValue,
  type JsonSchema,
  type JsonValue,
  type MediaKind,
} from '../fields/index.ts';
import { schemaText, separatePlace, type RunSpec } from '../spec/index.ts';
import type { ChatState, Exchange, TaskInputs } from '../session/index.ts';
import {
  isEmptyChat,
  taskNamed,
  type Chat,
  type ChatExchange,
  type ChatImage,
  type Drafts,
  type TypedParameters,
} from '../tasks/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';
import { restoreFile, storeFile, type MediaStore } from './media.ts';
import { isStoredFile, MAX_DRAFT_DEPTH, type StoredRun } from './run-file.ts';
import type {
  RunFile,
  StoredChat,
  StoredDrafts,
  StoredExchange,
  StoredInput,
  StoredImage,
} from './run-schema.ts';

type StoredSetup = Omit<RunFile, 'tryout' | 'id' | 'result'>;

/**
 * @param resolvedModel the model that ran, if none was chosen
 * @param media receives the content of the files
 */
export async function storeInputs(
  { task, place, values, parameters = {}, billTo, stream, flags, schema, chat, group, candidate }: RunSpec,
  resolvedModel: string | undefined,
  media: MediaStore,
): Promise<StoredSetup> {
  const { model, provider, endpointUrl } = separatePlace({ ...place, model: place.model ?? resolvedModel });
  const inputs: Record<string, StoredInput> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = task.fields[name];
    if (field && value !== undefined) inputs[name] = await storeValue(field, value, media);
  }
  const typed = Object.entries(parameters).map(([name, text]) => [name, parameterToJson(text)] as const);
  return {
    task: task.id,
    model,
    provider,
    endpointUrl,
    billTo,
    parameters: typed.length === 0 ? undefined : Object.fromEntries(typed),
    // Streaming is the default.
    stream: task.conversation && stream === false ? false : undefined,
    flags: flags?.length ? flags : undefined,
    schema: task.conversation && (typeof schema === 'string' ? schemaToJson(schema) : schema),
    inputs,
    group,
    candidate,
    chat: chat && (chat.id !== undefined || !isEmptyChat(chat)) ? await storeChat(chat, media) : undefined,
  };
}

async function storeValue({ kind }: Field, value: FieldValue, media: MediaStore): Promise<StoredInput> {
  if (isFileInput(value)) return storeFile(value, media);
  return fieldFormats[kind].isStoredAsJson ? { json: value } : (value as string | readonly string[]);
}

async function storeChat(
  { id, system, exchanges, images, drafts }: Chat,
  media: MediaStore,
): Promise<StoredChat> {
  const storeAll = async (all: readonly ChatImage[]) => {
    const stored = all.map((each) => (isFileInput(each) ? storeFile(each, media) : { url: each.url }));
    return all.length === 0 ? undefined : await Promise.all(stored);
  };
  const storeDrafts = async (
    all: Drafts<ChatExchange> | undefined,
    depth: number,
  ): Promise<StoredDrafts | undefined> => {
    if (!all || depth > MAX_DRAFT_DEPTH) return undefined;
    const others: StoredExchange[][] = [];
    for (const other of all.others) others.push(await storeTurns(other, depth + 1));
    return { at: all.at, others };
  };
  const storeTurns = async (turns: readonly ChatExchange[], depth: number): Promise<StoredExchange[]> => {
    const stored: StoredExchange[] = [];
    for (const { prompt, answer, drafts: others } of turns) {
      const pictures = await storeAll(prompt.images);
      stored.push({ prompt: prompt.text, pictures, answer, drafts: await storeDrafts(others, depth) });
    }
    return stored;
  };
  return {
    id,
    system: system === '' ? undefined : system,
    exchanges: exchanges.length === 0 ? undefined : await storeTurns(exchanges, 0),
    pictures: await storeAll(images),
    drafts: await storeDrafts(drafts, 0),
  };
}

/** A typed schema as JSON, unless that is not an object. */
function schemaToJson(text: string): RunFile['schema'] {
  const value = attempt(() => parseBounded(text));
  return isRecord(value) && !Array.isArray(value) && !isTooDeep(value, 2) ? (value as JsonSchema) : text;
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
  const { provider, endpointUrl, billTo, stream, flags, schema, parameters = {} } = run;
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
  const chat = await restoreChat(run.chat, media, missing, run.model);
  const typed: TypedParameters = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, parameterToText(value)]),
  );
  const choices = { provider, endpointUrl, billTo, stream, flags, schema: schema && schemaText(schema) };
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
  { id, system = '', exchanges = [], pictures = [], drafts }: StoredChat = {},
  media: StoredRun['media'],
  missing: string[],
  model: string | undefined,
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
  const restoreDrafts = async (all: StoredDrafts | undefined): Promise<Drafts<Exchange> | undefined> => {
    if (!all) return undefined;
    const others: Exchange[][] = [];
    for (const other of all.others) others.push(await restoreTurns(other));
    return { at: all.at, others };
  };
  const restoreTurns = async (turns: readonly StoredExchange[]): Promise<Exchange[]> => {
    const restored: Exchange[] = [];
    for (const { prompt, pictures: sent = [], answer, drafts: others } of turns)
      restored.push({
        prompt: { text: prompt, images: await restoreAll(sent) },
        answer,
        view: { text: answer, isMarkdown: true, finishReason: 'stop' },
        model,
        drafts: await restoreDrafts(others),
      });
    return restored;
  };
  return {
    id,
    system,
    exchanges: await restoreTurns(exchanges),
    images: await restoreAll(pictures),
    drafts: await restoreDrafts(drafts),
  };
}
