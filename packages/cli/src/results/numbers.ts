import { amountText, asLine, columnAmounts } from '@tryout/engine';
import { drawRows } from './amount-rows.ts';
import { PRINTED } from './limits.ts';
import { asColumns } from './made-visible.ts';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** Each number with its label, a bar for shares and what it belongs to; plain: label, value, detail. */
export const numbers: Renderer<'numbers'> = {
  drawn({ rows }, terminal, { limits = PRINTED }) {
    if (rows.length === 0) return note('No numbers', terminal);
    // Whole numbers are classes or counts rather than shares.
    const areShares =
      rows.every(({ value }) => typeof value === 'number' && value >= 0 && value <= 1) &&
      rows.some(({ value }) => !Number.isInteger(value));
    const seen = rows.slice(0, limits.rows);
    const amounts = columnAmounts(seen.map(({ value }) => value));
    const drawn = seen.map((row, index) => ({
      label: asLine(row.label),
      amount: amounts[index] ?? '',
      ...(areShares ? { share: Number(row.value) } : {}),
      ...(row.detail === undefined ? {} : { detail: asLine(row.detail) }),
    }));
    return drawRows(drawn, terminal, rows.length, limits).join('\n');
  },
  plain: ({ rows }) =>
    rows
      .map((row) => asColumns(row.label, row.value, ...(row.detail === undefined ? [] : [row.detail])))
      .join('\n'),
  summary({ rows }) {
    const first = rows.slice(0, 10).map((row) => amountText(row.value));
    return rows.length === 0 ? 'no numbers' : first.join(', ') + (rows.length > 10 ? ', …' : '');
  },
};
