import { count } from '@tryout/engine';
import { bar, pad, styleFor, symbolsOf, truncate, widthOf, type Terminal } from '../terminal/index.ts';
import { PRINTED, type Limits } from './limits.ts';

/** A row with a label and an amount. All texts are visible already. */
export interface AmountRow {
  /** Stands before the label; may be styled. All rows have one of equal width, or none has. */
  readonly lead?: string;
  readonly label: string;
  /** Colors the label. */
  readonly paint?: (text: string) => string;
  readonly amount: string;
  /** 0 to 1, where a bar says something. */
  readonly share?: number;
  readonly detail?: string;
}

/** Layouts below this make no sense. */
export const LEAST_COLUMNS = 10;
const GAP = 2;
const BAR = { least: 8, most: 24 };
const LEAST_DETAIL = 16;
const NARROW = 50;

/** Aligned rows: label, bar, amount, detail, as far as the width allows; a detail that does not fit goes below. */
export function drawRows(
  given: readonly AmountRow[],
  terminal: Terminal,
  total = given.length,
  { all }: Pick<Limits, 'all'> = PRINTED,
): string[] {
  const style = styleFor(terminal);
  const { ellipsis } = symbolsOf(terminal);
  // Cut before they are measured: thousands of huge labels would take seconds.
  const most = Math.max(LEAST_COLUMNS, terminal.columns);
  const rows = given.map((row) => ({ ...row, label: truncate(row.label, most, ellipsis) }));
  const widths = measure(rows, terminal);
  const lines = rows.flatMap((row) => {
    const label = truncate(row.label, widths.label, ellipsis);
    const parts = [(row.lead ?? '') + pad((row.paint ?? String)(label), widths.label)];
    if (widths.bar > 0) parts.push(pad(style.cyan(bar(row.share ?? 0, widths.bar, terminal)), widths.bar));
    if (widths.amount > 0)
      parts.push(pad(truncate(row.amount, widths.amount, ellipsis), widths.amount, 'right'));
    const detail = row.detail ?? '';
    if (widths.detail > 0) parts.push(style.dim(truncate(detail, widths.detail, ellipsis)));
    const line = parts.join(' '.repeat(GAP)).trimEnd();
    if (widths.detail > 0 || detail === '') return [line];
    return [line, `  ${style.dim(truncate(detail, widths.columns - 2, ellipsis))}`];
  });
  const left = total - rows.length;
  return left > 0 ? [...lines, moreLine(left, terminal, all)] : lines;
}

/** Says how many rows are not shown, and what shows all of them. */
export function moreLine(left: number, terminal: Terminal, all: string): string {
  const { ellipsis } = symbolsOf(terminal);
  const columns = Math.max(LEAST_COLUMNS, terminal.columns);
  const full = `${ellipsis} and ${count(left)} more (${all} shows all)`;
  const text = widthOf(full) <= columns ? full : `${ellipsis} ${count(left)} more`;
  return styleFor(terminal).dim(truncate(text, columns, ellipsis));
}

function measure(rows: readonly AmountRow[], terminal: Terminal) {
  const columns = Math.max(LEAST_COLUMNS, terminal.columns);
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const lead = widest(rows.map((row) => row.lead ?? ''));
  const amount = Math.min(widest(rows.map((row) => row.amount)), Math.floor((columns - lead) / 2));
  const hasDetail = rows.some((row) => row.detail);
  const hasBar = terminal.isScreenReader !== true && rows.some((row) => row.share !== undefined);
  const room = columns - lead - (amount > 0 ? amount + GAP : 0);
  const most = room - restBeside(room, hasBar, hasDetail);
  const label = Math.min(widest(rows.map((row) => row.label)), Math.max(1, most));
  let left = room - label - GAP;
  const barWidth = hasBar && left >= BAR.least ? Math.min(hasDetail ? BAR.most / 2 : BAR.most, left) : 0;
  left -= barWidth > 0 ? barWidth + GAP : 0;
  const detail = hasDetail && left >= LEAST_DETAIL ? left : 0;
  return { columns, amount, label, bar: barWidth, detail };
}

/** How much of a line a long label leaves to the rest of it: in a narrow terminal nothing. */
function restBeside(room: number, hasBar: boolean, hasDetail: boolean): number {
  if (room < NARROW) return 0;
  if (hasDetail) return Math.min(NARROW, Math.floor(room / 2));
  return hasBar ? BAR.least + GAP : 0;
}
