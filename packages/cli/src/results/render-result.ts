import {
  answerText,
  emptyAnswerText,
  resultSummary,
  toolCallsJson,
  visible,
  type ResultKind,
  type ResultView,
  type ResultViews,
} from '@tryout/engine';
import { truncate, type Terminal } from '../terminal/index.ts';
import { wrapWords } from '../terminal/word-wrap.ts';
import { cells } from './cells.ts';
import { spans } from './spans.ts';
import { audio, image, tracks } from './media.ts';
import { boxes, masks } from './regions.ts';
import { markdownLines } from '../terminal/markdown.ts';
import { columnsOf, note, PRINTED, type Renderer, type ResultContext } from './renderer.ts';
import { answers, labels, numbers } from './scored.ts';
import { vector } from './vector.ts';

const text: Renderer<'text'> = {
  drawn: (view, terminal) => drawnAnswer(view, terminal) || note(emptyAnswerText(view), terminal),
  plain: (view) => visible(answerText(view)),
};

function drawnAnswer(view: ResultViews['text'], terminal: Terminal): string {
  if (!view.isMarkdown) return wrapWords(visible(answerText(view)), columnsOf(terminal));
  const lines = markdownLines(terminal).lines(view.text, columnsOf(terminal));
  const toolCalls = visible(toolCallsJson(view));
  return [lines.join('\n'), toolCalls].filter((part) => part !== '').join('\n\n');
}

const renderers: { readonly [Kind in ResultKind]: Renderer<Kind> } = {
  text,
  labels,
  spans,
  answers,
  boxes,
  masks,
  cells,
  numbers,
  vector,
  image,
  audio,
  tracks,
};

/**
 * A result for reading or, without a terminal, as tab-separated columns. Ends with a newline unless it is empty, and
 * has no control characters except newlines, tabs and our own styles.
 */
export async function renderResult(
  view: ResultView,
  terminal: Terminal,
  given: Partial<ResultContext> = {},
): Promise<string> {
  const context = { saved: [], limits: PRINTED, ...given };
  const renderer = rendererOf(view);
  const body = await (terminal.isTerminal
    ? renderer.drawn(view, terminal, context)
    : renderer.plain(view, context));
  return body === '' || body.endsWith('\n') ? body : `${body}\n`;
}

const MAX_SUMMARY_LENGTH = 200;

/** A result on one line without colors, for example `POSITIVE 99.8%`. */
export function summarizeResult(view: ResultView): string {
  return truncate(resultSummary(view), MAX_SUMMARY_LENGTH);
}

function rendererOf(view: ResultView): Renderer<ResultKind> {
  return renderers[view.kind] as Renderer<ResultKind>;
}
