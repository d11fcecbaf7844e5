import * as v from 'valibot';
import { InputError } from '../errors/index.ts';
import {
  fileFromBlob,
  fitsField,
  parseTable,
  sniffContentType,
  type Field,
  type FieldValue,
  type FileInput,
  type JsonValue,
  type Values,
} from '../fields/index.ts';
import { limits, send, type Connection, mayFetchFrom } from '../http/index.ts';
import { check } from '../results/index.ts';
import type { Task } from '../tasks/index.ts';
import { getJson } from './get-json.ts';
import { hubApiError } from './hub-api-error.ts';
import { modelPath } from './model-id.ts';

const texts = v.record(v.string(), v.array(v.union([v.string(), v.number()])));

/** One example of a model's card (`widgetData`), in the names that the Hub's widgets gave them. */
const example = v.looseObject({
  example_title: v.optional(v.string()),
  text: v.optional(v.string()),
  context: v.optional(v.string()),
  src: v.optional(v.string()),
  source_sentence: v.optional(v.string()),
  sentences: v.optional(v.array(v.string())),
  candidate_labels: v.optional(v.string()),
  table: v.optional(v.union([texts, v.array(v.array(v.union([v.string(), v.number()])))])),
  structured_data: v.optional(texts),
  structuredData: v.optional(texts),
});

export type WidgetExample = v.InferOutput<typeof example>;

const shape = v.looseObject({ widgetData: v.nullish(v.array(v.unknown())) });

/** The examples that a model's card gives, in its order; those of another form are left out. */
export async function widgetExamplesOf(
  connection: Connection,
  model: string,
  signal?: AbortSignal,
): Promise<WidgetExample[]> {
  const { json } = await getJson(
    connection,
    `${connection.hubUrl}/api/models/${modelPath(model)}?expand[]=widgetData`,
    signal,
  );
  return (check(shape, json, 'a model').widgetData ?? []).flatMap((row) => {
    const checked = v.safeParse(example, row);
    return checked.success ? [checked.output] : [];
  });
}

/** Where each field finds its value in an example. */
const sources: Readonly<Record<string, (widget: WidgetExample) => JsonValue | undefined>> = {
  text: ({ text }) => text,
  question: ({ text }) => text,
  query: ({ text }) => text,
  context: ({ context }) => context,
  sourceSentence: ({ source_sentence }) => source_sentence,
  sentences: ({ sentences }) => sentences,
  candidateLabels: ({ candidate_labels }) => candidate_labels?.split(',').map((label) => label.trim()),
  table: ({ table }) => (Array.isArray(table) ? columnsOf(table) : table),
  data: (widget) => widget.structured_data ?? widget.structuredData,
};

/** The values of a form from one example; files are downloaded. Fields that it says nothing of stay missing. */
export async function valuesFromExample(
  connection: Connection,
  task: Task,
  widget: WidgetExample,
  signal?: AbortSignal,
): Promise<Values> {
  const entries = Object.entries(task.fields).map(
    async ([name, field]): Promise<[string, FieldValue | undefined]> => {
      if (field.kind === 'image' || field.kind === 'audio') {
        return [name, widget.src ? await download(connection, field, widget.src, signal) : undefined];
      }
      const value = sources[name]?.(widget);
      return [
        name,
        value !== undefined && field.kind === 'json'
          ? parseTable(value, 'The example')
          : (value as FieldValue | undefined),
      ];
    },
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function download(
  connection: Connection,
  field: Field,
  src: string,
  signal?: AbortSignal,
): Promise<FileInput> {
  if (!URL.canParse(src, `${connection.hubUrl}/`)) throw notOfKind(field, src);
  const { href: url } = new URL(src, `${connection.hubUrl}/`);
  if (!mayFetchFrom(new URL(url), new URL(connection.hubUrl))) throw notOfKind(field, url);
  const answer = await send(connection, { method: 'GET', url, isPublic: true }, { signal });
  if (answer.status !== 200) throw await hubApiError(answer);
  const bytes = await answer.bytes(limits.media);
  const contentType = await sniffContentType(bytes);
  if (!contentType || !fitsField(field.kind as 'image' | 'audio', contentType)) {
    throw notOfKind(field, url);
  }
  return { ...fileFromBlob(new Blob([bytes]), fileNameIn(url), contentType), url };
}

function notOfKind({ kind }: Field, url: string): InputError {
  return new InputError(`The example at ${url} is not ${kind === 'image' ? 'a picture' : 'a sound'}`, {
    hint: 'Give an input of your own.',
  });
}

function fileNameIn(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) || 'example';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Older cards give a table as rows, names first. */
function columnsOf([names = [], ...rows]: readonly (readonly (string | number)[])[]): Record<
  string,
  string[]
> {
  return Object.fromEntries(
    names.map((name, column) => [String(name), rows.map((row) => String(row[column] ?? ''))]),
  );
}
