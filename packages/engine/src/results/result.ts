import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import type { FileInput, JsonValue, MediaKind } from '../fields/index.ts';

export interface Media {
  /** For example `image/png`; detected from the bytes. */
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface LabelRow {
  readonly label: string;
  /** 0 to 1 for most models; some return logits. */
  readonly score: number;
  /** More about the row, for example the filled sentence. */
  readonly detail?: string;
}

/** A part of a string, in UTF-16 units, as JavaScript slices it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly score?: number;
  /** The part, if it was not found in the text; the span is empty then. */
  readonly word?: string;
}

/** The text that a span marks. */
export function getSpanText(text: string, { start, end, word }: Span): string {
  return word ?? text.slice(start, end);
}

export interface AnswerRow {
  readonly answer: string;
  readonly score?: number;
  /** The answer's position in the context, in UTF-16 units. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** Pixels of the image, from its top left corner. */
export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

/** The data for displaying each kind of result. */
export interface ResultViews {
  /** Text; for chats, with everything else that an answer contains. */
  text: {
    readonly text: string;
    readonly reasoning?: string;
    readonly refusal?: string;
    /** Parts that are not text, as the server sent them. */
    readonly otherParts?: readonly JsonValue[];
    /** Requested function calls: `{name, arguments}`. */
    readonly toolCalls?: readonly JsonValue[];
    /** Whether the text is Markdown, as in chats. */
    readonly isMarkdown?: boolean;
    /** Why the model stopped: `stop`, `length`, `tool_calls` or `content_filter`. */
    readonly finishReason?: string;
    /** The answers after the first, if several were requested. */
    readonly otherAnswers?: readonly ResultViews['text'][];
  };
  labels: { readonly rows: readonly LabelRow[] };
  spans: { readonly text: string; readonly spans: readonly Span[] };
  /** Answers, best first, with their context if there is one. */
  answers: { readonly context?: string; readonly answers: readonly AnswerRow[] };
  boxes: { readonly image: FileInput; readonly boxes: readonly (LabelRow & { readonly box: Box })[] };
  /** Masks: base64 of a grayscale image of the same size, white inside. */
  masks: {
    readonly image: FileInput;
    readonly masks: readonly (Partial<LabelRow> & { readonly label: string; readonly mask: string })[];
  };
  /** A table with the answer's cells marked: `coordinates` are [row, column] pairs. */
  cells: {
    readonly table: Readonly<Record<string, readonly string[]>>;
    readonly answer: string;
    readonly aggregator?: string;
    readonly coordinates: readonly (readonly [number, number])[];
  };
  numbers: {
    readonly rows: readonly {
      readonly label: string;
      readonly value: number | string;
      readonly detail?: string;
    }[];
    /** The table whose rows the numbers belong to. */
    readonly table?: Readonly<Record<string, readonly string[]>>;
  };
  /** Numbers nested up to three levels; `shape` is the length of each level. */
  vector: { readonly shape: readonly number[]; readonly values: JsonValue };
  image: { readonly media: Media };
  audio: { readonly media: Media };
  video: { readonly media: Media };
  tracks: { readonly tracks: readonly { readonly label: string; readonly media: Media }[] };
}

export type ResultKind = keyof ResultViews;

export type ResultView = { [Kind in ResultKind]: { readonly kind: Kind } & ResultViews[Kind] }[ResultKind];

/** How the response of a task is validated and displayed. Responses of kind image, audio and video are files, others JSON. */
export interface ResultDefinition<Kind extends ResultKind = ResultKind, Value = unknown, Inputs = never> {
  readonly kind: Kind;
  /**
   * Validates a response and converts the shapes that servers use into that of `--json`.
   * @throws OutputError (`Invalid inference output: …`)
   */
  read(answer: unknown, inputs: Inputs): Value;
  view(value: Value, inputs: Inputs): ResultViews[Kind];
}

/** Infers the types of a result from its functions. */
export function defineResult<Kind extends ResultKind, Value, Inputs = unknown>(
  definition: ResultDefinition<Kind, Value, Inputs>,
): ResultDefinition<Kind, Value, Inputs> {
  return definition;
}

export function fileResult<Kind extends MediaKind>(kind: Kind): ResultDefinition<Kind, Media, unknown> {
  return {
    kind,
    read: (answer) => answer as Media,
    view: (media) => ({ media }) as ResultViews[Kind],
  };
}

/** A finite number; `1e999` parses to Infinity. */
export const score = v.pipe(v.number(), v.finite());

export const position = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Checks an answer against a schema.
 * @param expected the shape in words, for the error
 * @throws OutputError or the given failure
 */
export function check<const Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
  expected: string,
  failure: (expectation: string) => Error = (expectation) => new OutputError(expectation),
): v.InferOutput<Schema> {
  const checked = v.safeParse(schema, answer, { abortEarly: true });
  if (checked.success) return checked.output;
  throw failure(`expected ${expected}, got ${describe(answer)}${getPlace(checked.issues[0])}`);
}

/** Unwraps a list of one, which some servers return. */
export function unwrap(answer: unknown): unknown {
  return Array.isArray(answer) && answer.length === 1 ? (answer as unknown[])[0] : answer;
}

function getPlace(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path ? ` (at ${path}: ${describe(issue.input)})` : '';
}

const DESCRIPTION_LENGTH = 80;

export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object')
    return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'no fields'}`;
  if (typeof value === 'string')
    return `'${value.slice(0, DESCRIPTION_LENGTH)}${value.length > DESCRIPTION_LENGTH ? '…' : ''}'`;
  return String(value);
}
