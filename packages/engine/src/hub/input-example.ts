import type { JsonValue } from '../fields/index.ts';
import type { ModelInfo } from './model-info.ts';
import { isColumns, isFileName, isPipelineTag, taskInputOf } from './task-example.ts';
import { examplesIn, textIn, type WidgetExample } from './widget-example.ts';

export interface InputExampleOptions {
  /** Writes it in one line, with one space wherever white space stands. */
  readonly collapseWhitespace?: boolean;
  /** Writes a text as it is, rather than as a JSON text between quotes. */
  readonly stripQuotes?: boolean;
}

const UNKNOWN_TAG = 'Unknown pipeline tag';
const NO_EXAMPLE = 'No input example has been defined for this model task.';

/**
 * The input of a model's example as JSON: the first of its card that has all that the task's own has, else the task's
 * own. Says in the specification's words where there is none (sections 5 and 9). Characters that nobody sees stand in it
 * as the card has them.
 */
export async function inputExampleOf(
  info: Pick<ModelInfo, 'mask_token' | 'pipeline_tag' | 'widgetData'>,
  { collapseWhitespace = false, stripQuotes = false }: InputExampleOptions = {},
): Promise<string> {
  const tag: unknown = info.pipeline_tag;
  if (typeof tag !== 'string' || !(await isPipelineTag(tag))) return UNKNOWN_TAG;
  const mask: unknown = info.mask_token;
  const own = await taskInputOf(tag, typeof mask === 'string' && mask !== '' ? mask : undefined);
  if (own === undefined) return NO_EXAMPLE;
  const [input = own] = examplesIn(info.widgetData).flatMap((example) => inputIn(example, own) ?? []);
  return written(collapseWhitespace ? collapsed(input) : input, collapseWhitespace, stripQuotes);
}

function written(input: JsonValue, inOneLine: boolean, stripQuotes: boolean): string {
  if (stripQuotes && typeof input === 'string') return input;
  const json = JSON.stringify(input, null, 4);
  return inOneLine ? json.replace(/\n\s*/g, ' ') : json;
}

/** A card's example in the form of the task's own; undefined where it lacks a part. */
function inputIn(example: WidgetExample, own: JsonValue): JsonValue | undefined {
  const text = textIn(example);
  if (typeof own === 'string') return (isFileName(own) ? example.src : text) || undefined;
  if (Array.isArray(own)) return undefined;
  if (isColumns(own)) return example.structured_data ?? example.structuredData;
  const parts: Record<string, unknown> = {
    ...example,
    question: text,
    query: text,
    prompt: text ?? example.prompt,
    image: example.src,
  };
  const names = Object.keys(own as object);
  if (!names.every((name) => parts[name])) return undefined;
  return Object.fromEntries(names.map((name) => [name, parts[name] as JsonValue]));
}

function collapsed(input: JsonValue): JsonValue {
  if (typeof input === 'string') return input.replace(/\s+/g, ' ').trim();
  if (typeof input !== 'object' || input === null) return input;
  if (Array.isArray(input)) return (input as readonly JsonValue[]).map(collapsed);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, collapsed(value as JsonValue)]),
  );
}
