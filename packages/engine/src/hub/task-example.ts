import type { ModelData } from '@huggingface/tasks';
import type { JsonValue } from '../fields/index.ts';
import type { ChatPrompt } from '../tasks/index.ts';
import { attempt } from '../text/index.ts';
import type { WidgetExample } from './widget-example.ts';

const MASK = '<mask>';

/** In the package, only documents have a question about an image. */
const elsewhere: Readonly<Record<string, string>> = {
  'visual-question-answering': 'document-question-answering',
};

/** A task's example input in @huggingface/tasks: a string, a file name, the body's `inputs`, or messages. */
async function taskInputOf(tag: string, maskToken = MASK): Promise<JsonValue | undefined> {
  const { getModelInputSnippet } = await import('@huggingface/tasks');
  const pipeline_tag = elsewhere[tag] ?? tag;
  const model = { id: '', inference: '', tags: [], pipeline_tag, mask_token: maskToken };
  const written: unknown = getModelInputSnippet(model as Pick<ModelData, keyof typeof model>);
  return typeof written === 'string' ? parsed(written) : (written as JsonValue);
}

interface Message {
  readonly content: readonly { readonly text?: string; readonly image_url?: { readonly url: string } }[];
}

/** The example message of @huggingface/tasks for chat models that take pictures. */
export async function taskPictureExample(tag: string): Promise<ChatPrompt> {
  const messages = (await taskInputOf(tag)) as unknown as readonly Message[] | undefined;
  const { content } = messages?.[0] ?? { content: [] };
  return {
    text: content.map(({ text = '' }) => text).join(''),
    pictures: content.flatMap(({ image_url }) => (image_url ? [{ url: image_url.url }] : [])),
  };
}

/** A task's example from @huggingface/tasks, in the form that cards have. */
export async function taskExampleOf(task: string, maskToken?: string): Promise<WidgetExample> {
  const input = await taskInputOf(task, maskToken);
  const labels = await candidateLabelsOf(task);
  return { ...widgetFormOf(input), candidate_labels: labels };
}

function widgetFormOf(input: JsonValue | undefined): WidgetExample {
  if (input === undefined) return {};
  if (typeof input === 'string') return /^\S+\.\w+$/.test(input) ? { src: input } : { text: input };
  if (Array.isArray(input)) return { messages: input as WidgetExample['messages'] };
  if (isColumns(input)) return { structured_data: input };
  const { question, query, image, ...others } = input as Record<string, string | undefined>;
  return { ...others, text: question ?? query, src: image };
}

function isColumns(input: JsonValue): input is Record<string, string[]> {
  return typeof input === 'object' && input !== null && Object.values(input).every(Array.isArray);
}

/** Texts are JSON, tables are JSON in single quotes, and anything else means no example. */
function parsed(written: string): JsonValue | undefined {
  return attempt(() => JSON.parse(written.replace(/^'([^]*)'$/, '$1')) as JsonValue);
}

async function candidateLabelsOf(task: string): Promise<string | undefined> {
  const { MAPPING_DEFAULT_WIDGET, TASKS_DATA } = await import('@huggingface/tasks');
  const defaults: ReadonlyMap<string, readonly unknown[]> | undefined = MAPPING_DEFAULT_WIDGET.get('en');
  const [widget] = defaults?.get(task) ?? [];
  if (typeof widget === 'object' && widget !== null && 'candidate_labels' in widget) {
    return String(widget.candidate_labels);
  }
  const classes = TASKS_DATA[task as keyof typeof TASKS_DATA]?.demo.inputs.find(
    (input) => input.type === 'text' && input.label === 'Classes',
  );
  return classes && 'content' in classes ? classes.content : undefined;
}
