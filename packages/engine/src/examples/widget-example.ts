import * as v from 'valibot';
import {
  fieldKinds,
  isFilled,
  parseField,
  type Field,
  type FieldValue,
  type FileInput,
  type JsonValue,
  type MediaKind,
  type Values,
} from '../fields/index.ts';
import type { ChatPrompt, Task } from '../tasks/index.ts';

const MASK = '<mask>';

/** Specification, section 5. */
export const NO_EXAMPLE = 'No input example has been defined for this model task.';

/**
 * A task's example from @huggingface/tasks, in the form that cards have.
 * @param task a task, or the Hub's task of chat models that take images
 */
export async function findTaskExample(task: string, maskToken = MASK): Promise<WidgetExample> {
  const { default: generated } = await import('../tasks/examples.generated.json', {
    with: { type: 'json' },
  });
  const example = (generated as Readonly<Record<string, WidgetExample>>)[task] ?? {};
  return { ...example, text: example.text?.replace(MASK, () => maskToken) };
}

/** The example of {@link findTaskExample} as a message. */
export async function taskImageExample(task: string): Promise<ChatPrompt> {
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

export type WidgetExample = v.InferOutput<typeof example>;

export function examplesIn(rows: unknown): WidgetExample[] {
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
export async function valuesIn(widget: WidgetExample, task: Task, fileAt: FileAt): Promise<Values> {
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
