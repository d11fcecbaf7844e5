import {
  emptyValues,
  fieldFormats,
  fieldKinds,
  isFileInput,
  isTooDeep,
  type Field,
  type FieldValue,
  type FileInput,
  type JsonSchema,
  type JsonValue,
  type MediaKind,
} from '../fields/index.ts';
import { addAnswer, initialState, type ChatState, type Exchange, type TaskInputs } from '../session/index.ts';
import { schemaText, separatePlace, type RunSpec } from '../spec/index.ts';
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
import { restoreResult, restoreRun } from './result.ts';
import { isStoredFile, MAX_DRAFT_DEPTH, type StoredAnswer, type StoredRun } from './run-file.ts';
import type {
  RunFile,
  StoredChat,
  StoredDrafts,
  StoredExchange,
  StoredFile,
  StoredInput,
  StoredImage,
} from './run-schema.ts';

type StoredSetup = Omit<RunFile, 'tryout' | 'id' | 'result'>;

type StoreFile = (file: FileInput, media: MediaStore) => Promise<StoredFile>;

/**
 * @param resolvedModel the model that ran, if none was chosen
 * @param media receives the content of the files
 * @param store describes a file, and adds its content to the media
 */
export async function storeInputs(
  { task, place, values, parameters = {}, billTo, stream, flags, schema, chat, group, candidate }: RunSpec,
  resolvedModel: string | undefined,
  media: MediaStore,
  store: StoreFile = storeFile,
): Promise<StoredSetup> {
  const { model, provider, endpointUrl } = separatePlace({ ...place, model: place.model ?? resolvedModel });
  const inputs: Record<string, StoredInput> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = task.fields[name];
    if (field && value !== undefined) inputs[name] = await storeValue(field, value, media, store);
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
    chat:
      chat && (chat.id !== undefined || !isEmptyChat(chat))
        ? await storeChat(chat, model, media, store)
        : undefined,
  };
}

async function storeValue(
  { kind }: Field,
  value: FieldValue,
  media: MediaStore,
  store: StoreFile,
): Promise<StoredInput> {
  if (isFileInput(value)) return store(value, media);
  return fieldFormats[kind].isStoredAsJson ? { json: value } : (value as string | readonly string[]);
}

/** @param runModel the model of the run, which most messages were sent to */
async function storeChat(
  { id, system, exchanges, images, drafts }: Chat,
  runModel: string | undefined,
  media: MediaStore,
  store: StoreFile,
): Promise<StoredChat> {
  const storeAll = async (all: readonly ChatImage[]) => {
    const stored = all.map((each) => (isFileInput(each) ? store(each, media) : { url: each.url }));
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
    for (const turn of turns as readonly (ChatExchange & Partial<Exchange>)[]) {
      const { prompt, answer, model } = turn;
      stored.push({
        prompt: prompt.text,
        pictures: await storeAll(prompt.images),
        answer,
        model: model === runModel ? undefined : model,
        result: storeAnswer(turn),
        drafts: await storeDrafts(turn.drafts, depth),
      });
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

function storeAnswer({ view, result }: Partial<Exchange>): StoredAnswer | undefined {
  if (!result) return view && view.finishReason === undefined ? { status: 'cancelled' } : undefined;
  const { value, seconds, firstTokenSeconds, provider, cost, usage } = result;
  return { status: 'done', value, seconds, firstTokenSeconds, provider, cost, usage };
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
 * @param restore reads a file; undefined if it has no content
 */
export async function restoreInputs({ run, media }: StoredRun, restore = restoreFile) {
  const { provider, endpointUrl, billTo, stream, flags, schema, parameters = {} } = run;
  const { fields } = taskNamed(run.task);
  const missing: string[] = [];
  const values: Record<string, FieldValue | undefined> = { ...emptyValues(fields) };
  for (const [name, field] of Object.entries(fields)) {
    const stored = run.inputs[name];
    if (stored === undefined) continue;
    const value = await restoreValue(field, stored, media, restore);
    if (value !== undefined) values[name] = value;
    else missing.push(typeof stored === 'object' && 'file' in stored ? stored.file : field.label);
  }
  const chat = await restoreChat(run, media, missing, restore);
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
  restore: typeof restoreFile,
): Promise<FieldValue | undefined> {
  const { media: expected, isValue } = fieldKinds[kind];
  if (isStoredFile(stored)) return expected && restore(stored, media, expected);
  const isJson = typeof stored === 'object' && 'json' in stored;
  const value = isJson ? stored.json : stored;
  return isJson === fieldFormats[kind].isStoredAsJson && isValue(value) ? value : undefined;
}

function getKind(type: string): MediaKind {
  const [kind] = type.split('/');
  return kind === 'audio' || kind === 'video' ? kind : 'image';
}

async function restoreChat(
  run: RunFile,
  media: StoredRun['media'],
  missing: string[],
  restore: typeof restoreFile,
): Promise<ChatState> {
  const { id, system = '', exchanges = [], pictures = [], drafts } = run.chat ?? {};
  const restoreAll = async (stored: readonly StoredImage[]) => {
    const restored: ChatImage[] = [];
    for (const each of stored) {
      const image = isStoredFile(each) ? await restore(each, media, getKind(each.type)) : each;
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
    for (const turn of turns) {
      const { prompt, pictures: sent = [], answer, model = run.model, drafts: others } = turn;
      const result = turn.result && (await restoreResult({ run: { ...run, model }, media }, {}, turn.result));
      const plain = { text: answer, isMarkdown: true };
      const isComplete = turn.result?.status !== 'cancelled';
      const view =
        result?.view.kind === 'text'
          ? result.view
          : { ...plain, ...(isComplete && { finishReason: 'stop' }) };
      restored.push({
        prompt: { text: prompt, images: await restoreAll(sent) },
        answer,
        view,
        model,
        ...(result && { result }),
        drafts: await restoreDrafts(others),
      });
    }
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

/**
 * A stored conversation that can be continued: what was said, with the answer of the run. Undefined for other runs, and
 * without an answer.
 */
export async function restoreConversation(stored: StoredRun): Promise<ChatState | undefined> {
  const { inputs } = await restoreInputs(stored);
  const run = await restoreRun(stored, inputs);
  if (run?.status !== 'done') return undefined;
  const task = taskNamed(stored.run.task);
  const { chat } = addAnswer({ ...initialState, task, run }, run.result);
  if (!chat) return undefined;
  const { id = stored.run.id, system = '', drafts } = inputs.chat ?? {};
  const [last] = chat.exchanges.slice(-1);
  const exchanges = [...chat.exchanges.slice(0, -1), ...(last ? [{ ...last, drafts }] : [])];
  return { id, system, exchanges, images: [] };
}
