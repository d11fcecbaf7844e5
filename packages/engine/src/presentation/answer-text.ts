import type { ResultViews } from '../results/index.ts';
import { jsonText } from './json-text.ts';

type TextView = ResultViews['text'];

/** Tool calls as JSON to read: a list of `{name, arguments}`; empty where there are none. */
export function toolCallsJson({ toolCalls = [] }: TextView): string {
  return toolCalls.length === 0 ? '' : jsonText(toolCalls, 2);
}

/** An answer without its reasoning: the text, then the tool calls. */
export function answerText(view: TextView): string {
  return [view.text, toolCallsJson(view)].filter((part) => part !== '').join('\n\n');
}
