import { asLine, count, excerptOf, scoreTexts, tonesOf } from '@tryout/engine';
import { inked, tagged, type Terminal } from '../terminal/index.ts';
import { drawRows } from './amount-rows.ts';
import { PRINTED } from './limits.ts';
import { asColumns } from './made-visible.ts';
import { markText, type Mark } from './marked-text.ts';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** The text with its parts marked and labeled, then the parts as rows; plain: label, score, part. */
export const spans: Renderer<'spans'> = {
  drawn({ text, spans: found }, terminal, { limits = PRINTED }) {
    const tones = tonesOf(found.map((span) => span.label));
    const marks = found.map((span) => ({
      ...span,
      draw: marker(asLine(span.label), tones.get(span.label)!, terminal),
    }));
    const { body, cut } = bodyOf(text, marks, limits.characters, terminal);
    const shown = found.slice(0, limits.rows);
    const scores = scoreTexts(shown.map((span) => span.score));
    const rows = shown.map((span, index) => ({
      label: asLine(span.label),
      paint: inked(terminal, tones.get(span.label)!),
      ...scores[index]!,
      detail: asLine(text.slice(span.start, span.end)),
    }));
    const list =
      rows.length === 0 ? [note('Nothing found', terminal)] : drawRows(rows, terminal, found.length, limits);
    return [body, ...(cut ? [cut] : []), '', ...list].join('\n');
  },
  plain: ({ text, spans: found }) =>
    found.map((span) => asColumns(span.label, span.score, text.slice(span.start, span.end))).join('\n'),
  summary({ text, spans: found }) {
    if (found.length === 0) return 'nothing found';
    const parts = found
      .slice(0, 10)
      .map((span) => `${asLine(span.label)} ${asLine(text.slice(span.start, span.end))}`);
    return `${found.length} ${found.length === 1 ? 'part' : 'parts'}: ${parts.join(', ')}`;
  },
};

/** Marks a part by its color and by its label behind it; without colors in brackets. */
function marker(label: string, tone: number, terminal: Terminal): Mark['draw'] {
  return (part) =>
    terminal.colors === 'none'
      ? `[${part}](${label})`
      : tagged(terminal, tone)(part) + inked(terminal, tone)(`(${label})`);
}

function bodyOf(
  text: string,
  marks: readonly Mark[],
  most: number,
  terminal: Terminal,
): { body: string; cut?: string } {
  const { text: head, cutAfter } = excerptOf(text, { start: 0, end: 0 }, most);
  const body = markText(head, marks, terminal);
  if (!cutAfter) return { body };
  return { body, cut: note(`(${count(text.length - head.length)} more characters)`, terminal) };
}
