import type { RunResult } from '../request/index.ts';
import type { ResultView, ResultViews } from '../results/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { jsonText } from './files.ts';
import { count, formatScores } from './numbers.ts';

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
