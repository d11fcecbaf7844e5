import type { ResultKind, ResultView } from '@tryout/engine';
import { truncate, type Terminal } from '../terminal/index.ts';
import type { Renderer, ResultContext } from './renderer.ts';
import { renderers } from './renderers.ts';

export type { Limits } from './limits.ts';
export type { ResultContext } from './renderer.ts';

/**
 * A result as a person wants to see it in this terminal or, where there is none, as plain columns. Ends with a newline
 * unless there is nothing at all; holds no control characters but newlines, the tabs of plain columns and of texts, and
 * our own colors.
 */
export async function renderResult(
  view: ResultView,
  terminal: Terminal,
  context: ResultContext = {},
): Promise<string> {
  const renderer = rendererOf(view);
  const body = await (terminal.isTerminal
    ? renderer.drawn(view, terminal, context)
    : renderer.plain(view, context));
  return body === '' || body.endsWith('\n') ? body : `${body}\n`;
}

const LONGEST_SUMMARY = 200;

/** A result on one line without colors, for example `POSITIVE 99.8 %`; cut it to the width that there is. */
export function summarizeResult(view: ResultView): string {
  return truncate(rendererOf(view).summary(view), LONGEST_SUMMARY);
}

/** The renderer of a view's kind, which therefore takes that view. */
function rendererOf(view: ResultView): Renderer<ResultKind> {
  return renderers[view.kind] as Renderer<ResultKind>;
}
