import type { JsonValue } from '../fields/index.ts';
import type { RunResult } from '../request/index.ts';
import type { ResultViews, ResultView } from '../results/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { asLine } from '../text/index.ts';
import { jsonText } from './files.ts';
import { counted, shortNumber, count, formatScores } from './numbers.ts';

type CellsView = ResultViews['cells'];

/** The columns of a table. */
type TableColumns = readonly (readonly [name: string, cells: readonly string[]])[];

/** The columns of a result's table in order; none without a table. */
export function tableColumns(table: CellsView['table'] | undefined): TableColumns {
  return Object.entries(table ?? {}).filter(([, cells]) => Array.isArray(cells));
}

export function getHeight(columns: TableColumns): number {
  return columns.reduce((max, [, cells]) => Math.max(max, cells.length), 0);
}

/** How an answer was computed: `AVERAGE of 2 cells`; undefined without aggregation (`NONE`). */
export function aggregationText({ aggregator, coordinates }: CellsView): string | undefined {
  if (aggregator === undefined || aggregator === 'NONE' || aggregator === '') return undefined;
  return `${asLine(aggregator)} of ${counted(coordinates.length, 'cell')}`;
}

/** Rows shown before and after each marked row. */
const AROUND = 2;
/** Only the first marked rows are considered. */
const MAX_MARKED = 20;

/**
 * The rows of a table to show: all, or those near the marked rows, or the first rows if none is marked.
 * @param marked indexes from 0, in any order; those outside the table are ignored
 * @param max larger tables are shortened
 * @returns runs of consecutive rows, and the number of rows skipped before each
 */
export function visibleRows(height: number, marked: readonly number[], max: number) {
  const inside = marked.filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  const centers = [...new Set(inside)].slice(0, MAX_MARKED);
  const isNear = (row: number) => centers.some((center) => Math.abs(row - center) <= AROUND);
  const isShown = centers.length === 0 || height <= max ? (row: number) => row < max : isNear;
  const runs: { skipped: number; rows: number[] }[] = [];
  let next = 0;
  for (let row = 0; row < height; row += 1) {
    if (!isShown(row)) continue;
    if (row === next && runs.length > 0) runs.at(-1)!.rows.push(row);
    else runs.push({ skipped: row - next, rows: [row] });
    next = row + 1;
  }
  return runs;
}

export interface Statistics {
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Euclidean norm of all numbers as one vector. */
  readonly norm: number;
}

/** The innermost lists of nested numbers, in order. */
export function innermost(values: JsonValue): readonly (readonly number[])[] {
  if (!Array.isArray(values) || values.length === 0) return [];
  if (!Array.isArray(values[0])) return [values as unknown as readonly number[]];
  return values.flatMap((inner) => innermost(inner as JsonValue));
}

/** All numbers in order. */
export function eachNumber(values: JsonValue): readonly number[] {
  return innermost(values).flat();
}

const FIRST_NUMBERS = 8;

/** `[0.12, 0.3, …]` */
export function firstNumbers(values: JsonValue, ellipsis = '…'): string {
  const numbers = eachNumber(values);
  const first = numbers.slice(0, FIRST_NUMBERS).map(shortNumber);
  return `[${[...first, ...(numbers.length > first.length ? [ellipsis] : [])].join(', ')}]`;
}

/** Without any number, `min` is Infinity, `max` is -Infinity and `mean` is 0. */
export function computeStatistics(values: JsonValue): Statistics {
  const numbers = eachNumber(values);
  let [min, max, sum, squares] = [Infinity, -Infinity, 0, 0];
  for (const value of numbers) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    squares += value ** 2;
  }
  const total = numbers.length;
  return { total, min, max, mean: sum / Math.max(1, total), norm: Math.sqrt(squares) };
}

type TextView = ResultViews['text'];

/** Tool calls as indented JSON, `[{name, arguments}]`; empty if there are none. */
export function toolCallsJson({ toolCalls = [] }: TextView): string {
  return toolCalls.length === 0 ? '' : jsonText(toolCalls, 2);
}

/** Characters of a string in parts that are not text, such as images. */
const MAX_PART_STRING = 500;

/** Parts of an answer that are not text, as indented JSON with shortened strings; empty if there are none. */
export function otherPartsJson({ otherParts = [] }: TextView): string {
  if (otherParts.length === 0) return '';
  const short = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > MAX_PART_STRING
      ? `${value.slice(0, MAX_PART_STRING)}… (${count(value.length)} characters)`
      : value;
  return jsonText(JSON.parse(JSON.stringify(otherParts, short)), 2);
}

/** What an answer contains besides its text and its reasoning: a refusal, other parts, tool calls, further answers. */
export function furtherText(view: TextView): string {
  const { refusal, otherAnswers = [] } = view;
  const answers = otherAnswers.map(({ reasoning, ...other }, index) => {
    const before = reasoning === undefined ? '' : `Reasoning:\n${reasoning}\n\n`;
    return `Answer ${index + 2}:\n${before}${answerText(other) || emptyAnswerText({ reasoning, ...other })}`;
  });
  return joined([refusalText(refusal), otherPartsJson(view), toolCallsJson(view), ...answers]);
}

export function refusalText(refusal: string | undefined): string {
  return refusal === undefined ? '' : `The model refused: ${refusal}`;
}

/** Everything in an answer but its reasoning. */
export function answerText(view: TextView): string {
  return joined([view.text, furtherText(view)]);
}

/** The answer of a result that is text; undefined for others. */
export function getAnswer(view: ResultView): string | undefined {
  return view.kind === 'text' ? answerText(view) : undefined;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

const LONGER_ANSWER = 1000;

export function emptyAnswerText({ reasoning }: ResultViews['text']): string {
  return reasoning === undefined ? '(no text)' : '(no answer, only reasoning)';
}

/**
 * Why the text of a successful run may be incomplete; undefined if the model ended it.
 * @param raise a sentence on how to set a parameter to a value
 */
export function incompleteNote(
  { run, view }: Pick<RunResult, 'run' | 'view'>,
  raise: (parameter: string, value: number) => string,
): string | undefined {
  const answers = view.kind === 'text' ? [view, ...(view.otherAnswers ?? [])] : [];
  const reasons = answers.map(({ finishReason }) => finishReason);
  if (reasons.includes('content_filter')) return 'A content filter stopped the answer; it may be incomplete.';
  if (!reasons.includes('length')) return undefined;
  const { name, limit } = getLengthLimit(run);
  if (name === undefined) return 'The answer was cut off at its length limit.';
  const value = Math.max(LONGER_ANSWER, 2 * limit);
  return `The answer was cut off at its length limit, ${name}=${limit}. ${raise(name, value)}`;
}

function getLengthLimit({ task, route, parameters }: RunResult['run']) {
  const { lengthLimit: name, parameters: traits = {} } = getForm(taskNamed(task), route.conversation);
  const { default: usual = 0, alternative } = traits[name ?? ''] ?? {};
  const parameter = parameters.find((parameter) => parameter.name === name || parameter.name === alternative);
  return parameter ? { name: parameter.name, limit: Number(parameter.value) } : { name, limit: usual };
}

/** Whether the first of several rows is better than the second; equal amounts are a tie. @param rows best first */
export function hasWinner(rows: readonly { readonly score?: number | undefined }[]): boolean {
  const [first, second] = formatScores(rows.slice(0, 2).map(({ score }) => score));
  return !second || first!.amount === '' || first!.amount !== second.amount;
}
