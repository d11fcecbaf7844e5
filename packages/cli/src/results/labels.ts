import { asLabel, asLine, scoreTexts } from '@tryout/engine';
import { styleFor } from '../terminal/index.ts';
import { drawRows } from './amount-rows.ts';
import { PRINTED } from './limits.ts';
import { asColumns } from './made-visible.ts';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** Labels with bars, best first; plain: label, score, detail. */
export const labels: Renderer<'labels'> = {
  drawn({ rows }, terminal, { limits = PRINTED }) {
    const style = styleFor(terminal);
    if (rows.length === 0) return note('No labels', terminal);
    const shown = rows.slice(0, limits.rows);
    const scores = scoreTexts(shown.map((row) => row.score));
    const drawn = shown.map((row, index) => ({
      label: asLabel(row.label),
      ...(index === 0 ? { paint: style.bold } : {}),
      ...scores[index]!,
      ...(row.detail === undefined ? {} : { detail: asLine(row.detail) }),
    }));
    return drawRows(drawn, terminal, rows.length, limits).join('\n');
  },
  plain: ({ rows }) =>
    rows
      .map((row) => asColumns(row.label, row.score, ...(row.detail === undefined ? [] : [row.detail])))
      .join('\n'),
  summary({ rows }) {
    const [best] = rows;
    if (!best) return 'no labels';
    return `${asLabel(best.label)} ${scoreTexts(rows.map((row) => row.score))[0]!.amount}`;
  },
};
