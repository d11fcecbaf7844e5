import { visible, type ResultKind, type ResultView, type ResultViews } from '@tryout/engine';
import type { Terminal } from '../../terminal/index.ts';
import type { Renderer, ResultContext } from './renderer.ts';

export type { ResultContext } from './renderer.ts';

/**
 * A result as a person wants to see it in this terminal or, where there is none, as plain columns. Ends with a newline;
 * holds no control characters but newlines, the tabs of plain columns and our own colours.
 */
export async function renderResult(
  view: ResultView,
  terminal: Terminal,
  context: ResultContext = {},
): Promise<string> {
  void terminal;
  void context;
  return `${visible(view.kind)}\n`;
}

/** A result on one line without colours, for example `POSITIVE 99.8 %`; cut it to the width that there is. */
export function summariseResult(view: ResultView): string {
  return view.kind;
}

export type { Renderer, ResultKind, ResultViews };
