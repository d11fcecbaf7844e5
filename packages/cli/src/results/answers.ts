import { asLabel, excerptOf, scoreTexts, type ResultViews } from '@tryout/engine';
import { bar, styleFor, symbolsOf, tagged, wrap, type Terminal } from '../terminal/index.ts';
import { drawRows, LEAST_COLUMNS } from './amount-rows.ts';
import { PRINTED, type Limits } from './limits.ts';
import { asColumns } from './made-visible.ts';
import { markText } from './marked-text.ts';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

type Answers = ResultViews['answers'];

/** An answer that takes up more of its context is not marked there. */
const LONGEST_PLACE = 2000;
const MOST_CONTEXTS = 3;
const WIDEST_BAR = 24;

/** Answers with their scores, then marked in their context; plain: answer, score. */
export const answers: Renderer<'answers'> = {
  drawn(view, terminal, { limits = PRINTED }) {
    if (view.answers.length === 0) return note('No answer', terminal);
    const contexts = view.answers
      .slice(0, MOST_CONTEXTS)
      .map((answer) => drawContext(view.context, answer, limits, terminal))
      .filter((context) => context !== undefined);
    return [drawAnswers(view.answers, limits, terminal), ...contexts].join('\n\n');
  },
  plain: (view) => view.answers.map((row) => asColumns(row.answer, row.score)).join('\n'),
  summary({ answers: rows }) {
    const [best] = rows;
    if (!best) return 'no answer';
    return `${asLabel(best.answer)} ${scoreTexts(rows.map((row) => row.score))[0]!.amount}`.trim();
  },
};

function drawAnswers(rows: Answers['answers'], limits: Limits, terminal: Terminal): string {
  const style = styleFor(terminal);
  const shown = rows.slice(0, limits.rows);
  const scores = scoreTexts(shown.map((row) => row.score));
  const labels = shown.map((row) => asLabel(row.answer));
  if (rows.length === 1) {
    const { amount, share } = scores[0]!;
    const answer = markText(labels[0]!, [{ start: 0, end: labels[0]!.length, draw: style.bold }], terminal);
    const width = Math.min(WIDEST_BAR, terminal.columns - amount.length - 1);
    const hasBar = share !== undefined && width >= 4 && terminal.isScreenReader !== true;
    const graph = !hasBar ? '' : `${style.cyan(bar(share, width, terminal))} `;
    return amount === ''
      ? answer
      : `${answer}\n${wrap(graph + amount, Math.max(LEAST_COLUMNS, terminal.columns))}`;
  }
  const drawn = labels.map((label, index) => ({
    label,
    ...(index === 0 ? { paint: style.bold } : {}),
    ...scores[index]!,
  }));
  return drawRows(drawn, terminal, rows.length, limits).join('\n');
}

/** The part of the context that the answer stands in, with the answer marked. */
function drawContext(
  context: string | undefined,
  { span }: Answers['answers'][number],
  { around }: Limits,
  terminal: Terminal,
): string | undefined {
  if (context === undefined || !span || span.end > context.length) return undefined;
  if (span.end <= span.start || span.end - span.start > LONGEST_PLACE) return undefined;
  const { ellipsis } = symbolsOf(terminal);
  const { text, offset, cutBefore, cutAfter } = excerptOf(context, span, around);
  const before = cutBefore ? `${ellipsis} ` : '';
  const shift = before.length - offset;
  const draw = (part: string) => (terminal.colors === 'none' ? `[${part}]` : tagged(terminal, 0)(part));
  return markText(
    `${before}${text}${cutAfter ? ` ${ellipsis}` : ''}`,
    [{ start: span.start + shift, end: span.end + shift, draw }],
    terminal,
  );
}
