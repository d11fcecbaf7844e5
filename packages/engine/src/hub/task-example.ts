import type { ModelData } from '@huggingface/tasks';
import type { JsonValue } from '../fields/index.ts';
import type { WidgetExample } from './widget-example.ts';

/** Stands in the package's texts for the word to be found, where the model names no other. */
const MASK = '<mask>';

/** The package has its question on a picture under documents alone. */
const elsewhere: Readonly<Record<string, string>> = {
  'visual-question-answering': 'document-question-answering',
};

/** The language whose examples fill what a task's own lacks. */
const LANGUAGE = 'en';

/**
 * The input example of a task or another pipeline tag from @huggingface/tasks, which is loaded when first asked: a text,
 * a file's name, or what stands in the body's `inputs`. Undefined where the package has none.
 */
export async function taskInputOf(tag: string, maskToken = MASK): Promise<JsonValue | undefined> {
  const { getModelInputSnippet } = await import('@huggingface/tasks');
  const model = {
    id: '',
    inference: '',
    tags: [],
    pipeline_tag: elsewhere[tag] ?? tag,
    mask_token: maskToken,
  };
  const written: unknown = getModelInputSnippet(model as Pick<ModelData, keyof typeof model>);
  if (typeof written === 'string') return parsed(written);
  if (!Array.isArray(written)) return undefined;
  const [{ content }] = written as [{ content: JsonValue }];
  return typeof content === 'string' ? content : (written as JsonValue);
}

/** Whether the package knows a pipeline tag. */
export async function isPipelineTag(tag: string): Promise<boolean> {
  const { PIPELINE_DATA } = await import('@huggingface/tasks');
  return Object.hasOwn(PIPELINE_DATA, tag);
}

/** A task's own example in the form that cards have; the labels to choose from come from the package's other data. */
export async function taskExampleOf(task: string, maskToken?: string): Promise<WidgetExample> {
  const input = await taskInputOf(task, maskToken);
  const labels = await candidateLabelsOf(task);
  return { ...widgetFormOf(input), ...(labels === undefined ? {} : { candidate_labels: labels }) };
}

function widgetFormOf(input: JsonValue | undefined): WidgetExample {
  if (input === undefined) return {};
  if (typeof input === 'string') return isFileName(input) ? { src: input } : { text: input };
  if (isColumns(input)) return { structured_data: input };
  const { question, query, image, ...others } = input as Record<string, string | undefined>;
  const text = question ?? query;
  return {
    ...others,
    ...(text === undefined ? {} : { text }),
    ...(image === undefined ? {} : { src: image }),
  };
}

/** Whether an input is nothing but columns of cells. */
export function isColumns(input: JsonValue): input is Record<string, string[]> {
  return typeof input === 'object' && input !== null && Object.values(input).every(Array.isArray);
}

/** Names of files hold no spaces, texts do. */
export function isFileName(input: string): boolean {
  return /^\S+\.\w+$/.test(input);
}

/** Texts are written as JSON, tables as JSON between single quotes; anything else says that there is no example. */
function parsed(written: string): JsonValue | undefined {
  try {
    return JSON.parse(written.replace(/^'([^]*)'$/, '$1')) as JsonValue;
  } catch {
    return undefined;
  }
}

async function candidateLabelsOf(task: string): Promise<string | undefined> {
  const { MAPPING_DEFAULT_WIDGET, TASKS_DATA } = await import('@huggingface/tasks');
  const defaults: ReadonlyMap<string, readonly unknown[]> | undefined = MAPPING_DEFAULT_WIDGET.get(LANGUAGE);
  const [widget] = defaults?.get(task) ?? [];
  if (typeof widget === 'object' && widget !== null && 'candidate_labels' in widget) {
    return String(widget.candidate_labels);
  }
  const classes = TASKS_DATA[task as keyof typeof TASKS_DATA]?.demo.inputs.find(
    (input) => input.type === 'text' && input.label === 'Classes',
  );
  return classes && 'content' in classes ? classes.content : undefined;
}
