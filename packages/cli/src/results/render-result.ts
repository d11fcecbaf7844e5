import {
  answerText,
  emptyAnswerText,
  getAnswer,
  furtherText,
  visible,
  type ResultKind,
  type ResultView,
  type ResultViews,
} from '@tryout/engine';
import { drawImage, type Terminal } from '../terminal/index.ts';
import { wrapWords } from '../terminal/word-wrap.ts';
import { markdownLines } from '../terminal/markdown.ts';
import { cells } from './cells.ts';
import { spans, answers, labels, numbers } from './scored.ts';
import { audio, image, tracks, video } from './media.ts';
import { boxes, masks } from './regions.ts';
import {
  getColumns,
  note,
  PRINTED,
  type Renderer,
  type ResultContext,
  type ResultImage,
} from './renderer.ts';
import { vector } from './vector.ts';

const text: Renderer<'text'> = {
  draw: (view, terminal) => drawAnswer(view, terminal) || note(emptyAnswerText(view), terminal),
  plain: (view) => visible(answerText(view)),
};

function drawAnswer(view: ResultViews['text'], terminal: Terminal): string {
  if (!view.isMarkdown) return wrapWords(visible(answerText(view)), getColumns(terminal));
  const lines = markdownLines(terminal).lines(view.text, getColumns(terminal));
  const further = visible(furtherText(view));
  return [lines.join('\n'), further].filter((part) => part !== '').join('\n\n');
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
  video,
  tracks,
};

/**
 * A result for reading or, without a terminal, as tab-separated columns. Ends with a newline unless it is empty, and
 * has no control characters except newlines, tabs and our own styles.
 */
export async function renderResult(
  view: ResultView,
  terminal: Terminal,
  options: Partial<ResultContext> = {},
): Promise<string> {
  const context = { paths: [], limits: PRINTED, ...options };
  const renderer = getRenderer(view);
  const body = terminal.isTerminal
    ? [...(await imageLines(view, terminal)), renderer.draw(view, terminal, context)].join('\n')
    : renderer.plain(view, context);
  return body === '' || body.endsWith('\n') ? body : `${body}\n`;
}

async function imageLines(view: ResultView, terminal: Terminal): Promise<readonly string[]> {
  const preview = getRenderer(view).image?.(view);
  if (!preview || terminal.isScreenReader === true) return [];
  const bytes = await preview.bytes();
  const lines = bytes && (await drawImage(bytes, terminal, preview.overlays(undefined)));
  return lines ?? absenceLines(preview, terminal);
}

/** Shown instead of an image that cannot be decoded. */
export function absenceLines({ absent }: ResultImage, terminal: Terminal): readonly string[] {
  return absent === undefined ? [] : [note(absent, terminal)];
}

export function getRenderer(view: ResultView): Renderer<ResultKind> {
  return renderers[view.kind] as Renderer<ResultKind>;
}

export function getParts(view: ResultView): number {
  return getRenderer(view).parts?.(view) ?? 0;
}

/** A result as text to copy: the model's text, or tab-separated columns. */
export async function resultText(view: ResultView, terminal: Terminal): Promise<string> {
  const modelText = getAnswer(view);
  return modelText === undefined
    ? renderResult(view, { ...terminal, isTerminal: false })
    : withoutControls(modelText);
}

/** Escapes control characters, because the text may be pasted into a terminal. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, visible);
}
