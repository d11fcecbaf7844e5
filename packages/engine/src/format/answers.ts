import type { RanRequest, RunResult } from '../request/index.ts';
import type { ResultViews } from '../results/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { jsonText } from './json.ts';

type TextView = ResultViews['text'];

/** Tool calls as indented JSON, `[{name, arguments}]`; empty if there are none. */
export function toolCallsJson({ toolCalls = [] }: TextView): string {
  return toolCalls.length === 0 ? '' : jsonText(toolCalls, 2);
}

/** The text and the tool calls of an answer, without its reasoning. */
export function answerText(view: TextView): string {
  return [view.text, toolCallsJson(view)].filter((part) => part !== '').join('\n\n');
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
  { request, view }: Pick<RunResult, 'request' | 'view'>,
  raise: (parameter: string, value: number) => string,
): string | undefined {
  const reason = view.kind === 'text' ? view.finishReason : undefined;
  if (reason === 'content_filter') return 'A content filter stopped the answer; it may be incomplete.';
  if (reason !== 'length') return undefined;
  const { name, limit } = getLengthLimit(request);
  if (name === undefined) return 'The answer was cut off at its length limit.';
  const value = Math.max(LONGER_ANSWER, 2 * limit);
  return `The answer was cut off at its length limit, ${name}=${limit}. ${raise(name, value)}`;
}

function getLengthLimit({ task, conversation, parameters }: RanRequest) {
  const { lengthLimit: name, parameters: traits = {} } = getForm(taskNamed(task), conversation);
  const { default: usual = 0, alternative } = traits[name ?? ''] ?? {};
  const given = parameters.find((parameter) => parameter.name === name || parameter.name === alternative);
  return given ? { name: given.name, limit: Number(given.value) } : { name, limit: usual };
}
