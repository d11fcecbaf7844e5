import * as v from 'valibot';
import { isTooDeep, type JsonValue } from '../fields/index.ts';
import { attempt } from '../text/index.ts';
import { OutputError } from '../errors/index.ts';
import {
  boxesResult,
  candidatesResult,
  fillsResult,
  labelsResult,
  masksResult,
  tracksResult,
  zeroShotResult,
} from './labels.ts';
import {
  fileResult,
  check,
  score,
  unwrap,
  defineResult,
  describe,
  position,
  type ResultDefinition,
  type ResultKind,
  type ResultViews,
} from './result.ts';
import { answerInContextResult, documentAnswersResult, spansResult, visualAnswersResult } from './spans.ts';
import { getChoiceIndex, messageIn, readAnswer } from './chat-message.ts';

/**
 * One text in a field of the task, for example `{summary_text}`. Servers return the object or a list of one. Other fields
 * (speech recognition's `chunks`) are kept.
 */
function textResult(name: string) {
  const schema = v.looseObject({ [name]: v.string() });
  return defineResult({
    kind: 'text',
    read: (answer) => check(schema, unwrap(answer), `{${name}: text}`),
    view: (value) => ({ text: String(value[name]) }),
  });
}

/** Longer arguments are shown as text. */
const MAX_PARSED_ARGUMENTS = 100_000;

const named = v.nullish(v.union([score, v.string()]));

const completion = v.looseObject({
  /** Some servers omit these. */
  id: named,
  created: named,
  model: v.nullish(v.string()),
  choices: v.pipe(
    v.array(
      v.pipe(
        v.looseObject({}),
        v.check((choice) => messageIn(choice) !== undefined),
      ),
    ),
    v.minLength(1),
  ),
  system_fingerprint: v.nullish(v.string()),
  usage: v.nullish(v.looseObject({})),
});

/** Chat completion: choices, created, id, model, system_fingerprint, usage. */
const chatResult = defineResult({
  kind: 'text',
  read: (answer) => check(completion, answer, 'a chat completion {id, created, model, choices}'),
  view({ choices }) {
    const order = (index: number) => getChoiceIndex(choices[index], index);
    const sorted = [...choices.keys()].sort((a, b) => order(a) - order(b)).map((at) => choices[at]!);
    const [first, ...others] = sorted.map(viewChoice);
    return { ...first!, otherAnswers: others.length === 0 ? undefined : others };
  },
});

function viewChoice(choice: Record<string, unknown>): ResultViews['text'] {
  const { text, reasoning, refusal, others, calls } = readAnswer(messageIn(choice) ?? {});
  return {
    text,
    reasoning: getText(reasoning),
    refusal: getText(refusal),
    otherParts: others.length === 0 ? undefined : others,
    toolCalls: calls.length === 0 ? undefined : calls.map(getToolCall),
    isMarkdown: true,
    finishReason: getText(choice['finish_reason']),
  };
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function getToolCall(call: unknown): JsonValue {
  const { function: called = call } = (call ?? {}) as { function?: unknown };
  const fields = (called ?? {}) as Record<string, unknown>;
  const name = getText(fields['name']);
  const input = fields['arguments'] ?? fields['parameters'] ?? fields['input'];
  if (name === undefined || (called === call && input === undefined)) return call as JsonValue;
  return { name, arguments: parsed(input) };
}

/** The value of JSON in a string. */
function parsed(input: unknown): JsonValue {
  if (typeof input !== 'string') return (input ?? null) as JsonValue;
  if (input.length > MAX_PARSED_ARGUMENTS) return input;
  const value = attempt(() => JSON.parse(input) as JsonValue);
  return value === undefined || isTooDeep(value) ? input : value;
}

const numbers = v.array(score);
/** Classifiers may return class names. */
const values = v.array(v.union([score, v.string()]));

type Table = Record<string, string[]>;

/** Specification, section 2; also used for tabular tasks. */
function outputLabel(index: number): string {
  return `Output - Sentence #${index + 1}`;
}

/** Sentence similarity: one number per sentence, in order. */
const similaritiesResult = defineResult({
  kind: 'numbers',
  read(answer, { sentences }: { readonly sentences: readonly string[] }) {
    const similarities = check(numbers, answer, 'a list of numbers');
    if (similarities.length === sentences.length) return similarities;
    throw new OutputError(
      `expected ${sentences.length} numbers, one for each sentence, got ${similarities.length}`,
    );
  },
  view: (value, { sentences }) => ({
    rows: value.map((number, index) => ({
      label: outputLabel(index),
      value: number,
      detail: sentences[index],
    })),
  }),
});

/** Tabular classification and regression: at most one value for each row of the table. */
const rowValuesResult = defineResult({
  kind: 'numbers',
  read(answer, { data }: { readonly data: JsonValue }) {
    const predictions = check(values, answer, 'a list of numbers');
    const rows = Object.values((data ?? {}) as Record<string, string[]>)[0]?.length ?? 0;
    if (predictions.length <= rows) return predictions;
    throw new OutputError(`expected at most ${rows} values, one for each row, got ${predictions.length}`);
  },
  view: (value, { data }) => ({
    rows: value.map((row, index) => ({ label: outputLabel(index), value: row })),
    table: data as Table,
  }),
});

const cells = v.looseObject({
  answer: v.string(),
  aggregator: v.string(),
  cells: v.array(v.string()),
  coordinates: v.array(v.tuple([position, position])),
});

/** Table question answering: `{answer, aggregator, cells, coordinates}`; coordinates are [row, column]. */
const cellsResult = defineResult({
  kind: 'cells',
  read(answer, { table }: { readonly table: JsonValue }) {
    const value = check(cells, unwrap(answer), '{answer, aggregator, cells, coordinates}');
    const columns = Object.values((table ?? {}) as Table);
    const outside = value.coordinates.find(([row, column]) => row >= (columns[column]?.length ?? 0));
    if (outside) throw new OutputError(`expected coordinates in the table, got [${outside.join(', ')}]`);
    return value;
  },
  view: ({ answer, aggregator, coordinates }, { table }) => ({
    table: table as Table,
    answer,
    aggregator,
    coordinates,
  }),
});

/** Specification, section 3. */
const MAX_DEPTH = 3;

/** The length of each level, from the first entries. @throws OutputError for uneven depths or other values */
function getShape(value: unknown, depth = 1): number[] {
  if (!Array.isArray(value) || depth > MAX_DEPTH) throw unexpected(value);
  if (value.every((entry) => typeof entry === 'number' && Number.isFinite(entry))) return [value.length];
  const shapes = value.map((entry: unknown) => getShape(entry, depth + 1));
  const first = shapes[0] ?? [];
  if (shapes.some((shape) => shape.length !== first.length)) throw unexpected(value);
  return [value.length, ...first];
}

function unexpected(value: unknown): OutputError {
  return new OutputError(`expected numbers nested up to ${MAX_DEPTH} levels, got ${describe(value)}`);
}

/** Feature extraction: numbers nested up to three levels. */
const vectorResult = defineResult({
  kind: 'vector',
  read(answer) {
    if (!Array.isArray(answer) || answer.length === 0) throw unexpected(answer);
    getShape(answer);
    return answer as JsonValue;
  },
  view: (values) => ({ shape: getShape(values), values }),
});

const readers = {
  labels: labelsResult,
  candidates: candidatesResult,
  fills: fillsResult,
  zeroShot: zeroShotResult,
  spans: spansResult,
  answerInContext: answerInContextResult,
  documentAnswers: documentAnswersResult,
  visualAnswers: visualAnswersResult,
  boxes: boxesResult,
  masks: masksResult,
  tracks: tracksResult,
  cells: cellsResult,
  similarities: similaritiesResult,
  rowValues: rowValuesResult,
  vector: vectorResult,
  chat: chatResult,
  text: textResult,
  media: fileResult,
};

/** The result of a task. What reads it is loaded when a model runs: pages show their first screen without it. */
export interface TaskResult<Kind extends ResultKind = ResultKind> {
  readonly kind: Kind;
  readonly reader: keyof typeof readers;
  /** The field of a text. */
  readonly field?: string;
}

/** How the response of a task is validated and displayed. */
export function getReader({ kind, reader, field = '' }: TaskResult): ResultDefinition {
  const definition =
    reader === 'text'
      ? textResult(field)
      : reader === 'media'
        ? fileResult(kind as 'image')
        : readers[reader];
  return definition as ResultDefinition;
}
