import {
  asLine,
  count,
  getExcerpt,
  getSpanText,
  markedParts,
  labelTones,
  visible,
  type TextPlace,
} from '@tryout/engine';
import { textColor, backgroundColor, wrap, type Terminal } from '../terminal/index.ts';
import { asColumns, getColumns, note, type Renderer } from './renderer.ts';
import { drawScores } from './rows.ts';

interface Mark extends TextPlace {
  /** Draws the part, which is already escaped. */
  readonly draw: (part: string) => string;
}

/** Highlights parts of a string and wraps it. Empty, overlapping and out-of-range marks are ignored. */
export function markText(text: string, marks: readonly Mark[], terminal: Terminal): string {
  const drawn = markedParts(text, marks).map(({ text: part, mark }) => {
    // Tabs have no fixed width.
    const block = visible(part).replaceAll('\t', '    ');
    return mark ? mark.draw(block) : block;
  });
  return wrap(drawn.join(''), getColumns(terminal));
}

/** The annotated text, then its parts as rows; plain: label, score, part. */
export const spans: Renderer<'spans'> = {
  drawn({ text, spans: found }, terminal, { limits }) {
    const tones = labelTones(found.map(({ label }) => label));
    const marks = found.map((span) => ({
      ...span,
      draw: markerFor(asLine(span.label), tones.get(span.label)!, terminal),
    }));
    const { text: head, cutAfter } = getExcerpt(text, { start: 0, end: 0 }, limits.characters);
    const left = count(text.length - head.length);
    const rows = found.map((span) => ({
      label: span.label,
      score: span.score,
      paint: textColor(terminal, tones.get(span.label)!),
      detail: getSpanText(text, span),
    }));
    return [
      markText(head, marks, terminal),
      ...(cutAfter ? [note(`(${left} more characters)`, terminal)] : []),
      '',
      ...(rows.length === 0 ? [note('Nothing found', terminal)] : drawScores(rows, terminal, limits)),
    ].join('\n');
  },
  plain: ({ text, spans: found }) =>
    found.map((span) => asColumns(span.label, span.score, getSpanText(text, span))).join('\n'),
};

function markerFor(label: string, tone: number, terminal: Terminal): Mark['draw'] {
  return (part) =>
    terminal.colors === 'none'
      ? `[${part}](${label})`
      : backgroundColor(terminal, tone)(part) + textColor(terminal, tone)(`(${label})`);
}
