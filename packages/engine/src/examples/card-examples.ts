import * as v from 'valibot';
import { InputError } from '../errors/index.ts';
import {
  fileFromBlob,
  fitsField,
  isFileInput,
  mediaNouns,
  sniffContentType,
  type FileInput,
  type MediaKind,
  type Values,
  fieldKinds,
  isFilled,
  parseField,
  type Field,
  type FieldValue,
  type JsonValue,
} from '../fields/index.ts';
import { limits, mayFetchFrom, requireNoToken, send, unlessFailed, type Connection } from '../http/index.ts';
import { hubApiError, lenient, getModel } from '../hub/index.ts';
import type { ChatPrompt, Task } from '../tasks/index.ts';
import { attempt } from '../text/index.ts';

const shape = v.looseObject({
  widgetData: v.nullish(v.array(v.unknown())),
  mask_token: lenient(v.string()),
});

/**
 * The examples of a model's card, in its order and without those that cannot be read, and what a fill-mask model expects
 * in place of the missing word.
 * @throws InputError (not a model ID), HubApiError, HubResponseError, and what `send` throws
 */
export async function fetchModelExamples(
  connection: Connection,
  model: string | undefined,
  signal?: AbortSignal,
) {
  if (model === undefined) return { examples: [] };
  const { widgetData, mask_token } = await getModel(connection, model, shape, signal);
  return { examples: examplesIn(widgetData), maskToken: mask_token || undefined };
}

/** The values of a form from one example; files are downloaded. Fields without a usable value are missing. */
export async function valuesFromExample(
  connection: Connection,
  task: Task,
  widget: WidgetExample,
  signal?: AbortSignal,
): Promise<Values> {
  return valuesIn(widget, task, (src, kind) => fileOfExample(connection, kind, src, signal));
}

/** Downloads the file of an example; undefined if it has none. */
export async function fileOfExample(
  connection: Connection,
  kind: MediaKind,
  src: string | undefined,
  signal?: AbortSignal,
): Promise<FileInput | undefined> {
  if (src === undefined) return undefined;
  requireNoToken(src, connection.hubUrl, connection.token);
  if (!URL.canParse(src, `${connection.hubUrl}/`)) throw notOfKind(kind, src);
  const { href: url, pathname } = new URL(src, `${connection.hubUrl}/`);
  if (!mayFetchFrom(new URL(url), new URL(connection.hubUrl))) throw notOfKind(kind, url);
  const response = await send(connection, { method: 'GET', url, isPublic: true }, { signal });
  if (response.status !== 200) throw await hubApiError(response, connection);
  const bytes = await response.bytes(limits.media);
  const contentType = await sniffContentType(bytes);
  if (!contentType || !fitsField(kind, contentType)) throw notOfKind(kind, url);
  const encoded = pathname.split('/').at(-1) || 'example';
  const name = attempt(() => decodeURIComponent(encoded)) ?? encoded;
  return { ...fileFromBlob(new Blob([bytes]), name, contentType), url };
}

function notOfKind(kind: MediaKind, url: string): InputError {
  return new InputError(`The example at ${url} is not ${mediaNouns[kind]}`, { hint: 'Use your own input.' });
}

/** A message about an image: from an example of the card with text and image, otherwise the Hub's example, by its URL. */
export async function fetchImageExample(
  connection: Connection,
  task: Task,
  model: string,
  signal?: AbortSignal,
): Promise<ChatPrompt> {
  const { examples } = await fetchModelExamples(connection, model, signal);
  const completeExample = examples.find(({ src, text }) => src !== undefined && text !== undefined);
  const image = await fileOfExample(connection, 'image', completeExample?.src, signal);
  if (completeExample?.text !== undefined && image) return { text: completeExample.text, images: [image] };
  return taskImageExample(task.conversation?.imageTask ?? task.id);
}

const MAX_TRIED = 5;

/**
 * The first example of the model's card that fills the form, or the first that fills part of it, completed by the
 * task's example. Downloads files of a card; if that fails, tries the next example. Files of a task are placeholders
 * (`isPlaceholderFile`).
 * @returns a value for every field of the task; `source` is `model` if an example of the model's card is in them
 * @throws what `fetchModelExamples` throws, CanceledError, and TimeoutError for the total deadline
 */
export async function findDefaultInputs(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal?: AbortSignal,
) {
  const card = await fetchModelExamples(connection, model, signal);
  const taskInputs = await findTaskInputs(task, card.maskToken);
  for (const example of (await byFit(card.examples, task)).slice(0, MAX_TRIED)) {
    const values = await unlessFailed(valuesFromExample(connection, task, example, signal), signal);
    if (values) return { values: { ...taskInputs, ...values }, source: 'model' as const };
  }
  return { values: taskInputs, source: 'task' as const };
}

/** The inputs of the task's example, with placeholders for files. */
export async function findTaskInputs(task: Task, maskToken?: string): Promise<Values> {
  return getOutline(await findTaskExample(task.id, maskToken), task);
}

/** The examples that fill the form, followed by those that fill part of it. Downloads nothing. */
async function byFit(examples: readonly WidgetExample[], task: Task): Promise<WidgetExample[]> {
  const all = Object.keys(task.fields).length;
  const counted = examples.map(async (example) => {
    const filled = await getOutline(example, task).catch(() => ({}));
    return { example, count: Object.keys(filled).length };
  });
  const fitting = (await Promise.all(counted)).filter(({ count }) => count > 0);
  return fitting
    .sort((a, b) => Number(b.count === all) - Number(a.count === all))
    .map(({ example }) => example);
}

/** {@link valuesFromExample} with placeholders for files. @throws InputError for an unusable table */
export async function getOutline(example: WidgetExample, task: Task): Promise<Values> {
  return valuesIn(example, task, placeholderFile);
}

/** A placeholder for a user's file. */
type PlaceholderFile = FileInput & { readonly isPlaceholder: true };

const mediaTypes: Readonly<Record<string, string>> = { jpg: 'jpeg', mp3: 'mpeg' };

/** @param name for example `cats.jpg` */
function placeholderFile(name: string, kind: MediaKind): PlaceholderFile {
  const ending = name.split('.').at(-1) ?? '';
  const message = `${name} is a placeholder for your own ${kind} file`;
  const failure = new InputError(message, { hint: 'Choose a file.' });
  return {
    name,
    size: 0,
    contentType: `${kind}/${mediaTypes[ending] ?? ending}`,
    isPlaceholder: true,
    open: () => new ReadableStream({ start: (controller) => controller.error(failure) }),
  };
}

export function isPlaceholderFile(value: unknown): value is PlaceholderFile {
  return isFileInput(value) && 'isPlaceholder' in value;
}

const MASK = '<mask>';

/** Specification, section 5. */
export const NO_EXAMPLE = 'No input example has been defined for this model task.';

/**
 * A task's example from @huggingface/tasks, in the form that cards have.
 * @param task a task, or the Hub's task of chat models that take images
 */
async function findTaskExample(task: string, maskToken = MASK): Promise<WidgetExample> {
  const { default: generated } = await import('../tasks/examples.generated.json', {
    with: { type: 'json' },
  });
  const example = (generated as Readonly<Record<string, WidgetExample>>)[task] ?? {};
  return { ...example, text: example.text?.replace(MASK, () => maskToken) };
}

/** The example of {@link findTaskExample} as a message. */
async function taskImageExample(task: string): Promise<ChatPrompt> {
  const { text = '', src } = await findTaskExample(task);
  return { text, images: src === undefined ? [] : [{ url: src }] };
}

const texts = v.record(v.string(), v.array(v.union([v.string(), v.number()])));

const example = v.looseObject({
  example_title: v.optional(v.string()),
  text: v.optional(v.string()),
  /** Of an image that is edited or animated. */
  prompt: v.optional(v.string()),
  context: v.optional(v.string()),
  src: v.optional(v.string()),
  source_sentence: v.optional(v.string()),
  sentences: v.optional(v.array(v.string())),
  candidate_labels: v.optional(v.string()),
  table: v.optional(v.union([texts, v.array(v.array(v.union([v.string(), v.number()])))])),
  structured_data: v.optional(texts),
  structuredData: v.optional(texts),
  messages: v.optional(v.array(v.looseObject({ role: v.string(), content: v.unknown() }))),
});

type WidgetExample = v.InferOutput<typeof example>;

function examplesIn(rows: unknown): WidgetExample[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const checked = v.safeParse(example, row);
    return checked.success ? [checked.output] : [];
  });
}

/** The text of an example, its prompt, or the first message of the user. */
function textIn({ text, prompt, messages }: WidgetExample): string | undefined {
  if (text !== undefined || prompt !== undefined) return text ?? prompt;
  const content = messages?.find(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : undefined;
}

const sources: Readonly<Record<string, (widget: WidgetExample) => JsonValue | undefined>> = {
  text: textIn,
  question: textIn,
  query: textIn,
  context: ({ context }) => context,
  sourceSentence: ({ source_sentence }) => source_sentence,
  sentences: ({ sentences }) => sentences,
  candidateLabels: ({ candidate_labels }) => candidate_labels?.split(',').map((label) => label.trim()),
  table: ({ table }) => (Array.isArray(table) ? getColumns(table) : table),
  data: (widget) => widget.structured_data ?? widget.structuredData,
};

type FileAt = (src: string, kind: MediaKind) => FileInput | Promise<FileInput | undefined>;

/**
 * The values of a form from one example. Fields without a usable value are missing.
 * @param fileAt makes a file from the example's `src`
 * @throws InputError for an unusable table, and what `fileAt` throws
 */
async function valuesIn(widget: WidgetExample, task: Task, fileAt: FileAt): Promise<Values> {
  const values: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(task.fields)) {
    const value = await getValue(name, field, widget, fileAt);
    if (value !== undefined && isFilled(field, value)) values[name] = value;
  }
  return values;
}

async function getValue(
  name: string,
  field: Field,
  widget: WidgetExample,
  fileAt: FileAt,
): Promise<FieldValue | undefined> {
  const { media } = fieldKinds[field.kind];
  if (media) return widget.src && !field.optional ? fileAt(widget.src, media) : undefined;
  const json = sources[name]?.(widget);
  return json === undefined ? undefined : parseField(field, json, 'The example');
}

/** Older cards have tables as rows, starting with the names. */
function getColumns([names = [], ...rows]: readonly (readonly (string | number)[])[]): Record<
  string,
  string[]
> {
  return Object.fromEntries(
    names.map((name, column) => [String(name), rows.map((row) => String(row[column] ?? ''))]),
  );
}
