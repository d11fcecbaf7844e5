import { count } from '@tryout/engine';
import { bar, pad, styleFor, symbolsOf, truncate, widthOf, type Terminal } from '../terminal/index.ts';
import { columnsOf, type Limits } from './renderer.ts';

/** A row with a label and an amount. All text is already escaped. */
export interface Row {
  /** Before the label, with the same width in all rows. */
  readonly lead?: string;
  readonly label: string;
  readonly paint?: ((text: string) => string) | undefined;
  readonly amount: string;
  /** 0 to 1, drawn as a bar. */
  readonly share?: number | undefined;
  readonly detail?: string | undefined;
}

const GAP = 2;
const MIN_BAR = 8;
const MAX_BAR = 24;
const MIN_DETAIL = 16;
/** Below this width, labels may use the entire line. */
const NARROW = 50;

/**
 * Aligned rows of label, bar, amount and detail, as far as the width allows. Details that do not fit go below.
 * @param total the number of rows, of which the given ones are the first
 */
export function drawRows(
  given: readonly Row[],
  terminal: Terminal,
  total: number,
  { all }: Pick<Limits, 'all'>,
): string[] {
  const style = styleFor(terminal);
  const { ellipsis } = symbolsOf(terminal);
  const columns = columnsOf(terminal);
  // Truncated before measuring, which would take seconds for thousands of long labels.
  const rows = given.map((row) => ({ ...row, label: truncate(row.label, columns, ellipsis) }));
  const widths = measure(rows, columns, terminal.isScreenReader === true);
  const lines = rows.flatMap(({ lead = '', label, paint = String, amount, share = 0, detail = '' }) => {
    const parts = [lead + pad(paint(truncate(label, widths.label, ellipsis)), widths.label)];
    if (widths.bar > 0) parts.push(pad(style.cyan(bar(share, widths.bar, terminal)), widths.bar));
    if (widths.amount > 0) parts.push(pad(truncate(amount, widths.amount, ellipsis), widths.amount, 'right'));
    if (widths.detail > 0) parts.push(style.dim(truncate(detail, widths.detail, ellipsis)));
    const line = parts.join(' '.repeat(GAP)).trimEnd();
    if (widths.detail > 0 || detail === '') return [line];
    return [line, `  ${style.dim(truncate(detail, columns - 2, ellipsis))}`];
  });
  const left = total - rows.length;
  return left > 0 ? [...lines, moreLine(left, terminal, all)] : lines;
}

export function moreLine(left: number, terminal: Terminal, all: string): string {
  const { ellipsis } = symbolsOf(terminal);
  const columns = columnsOf(terminal);
  const full = `${ellipsis} and ${count(left)} more (${all} shows all)`;
  const text = widthOf(full) <= columns ? full : `${ellipsis} ${count(left)} more`;
  return styleFor(terminal).dim(truncate(text, columns, ellipsis));
}

function measure(rows: readonly Row[], columns: number, isScreenReader: boolean) {
  const widest = (texts: readonly string[]) => texts.reduce((max, text) => Math.max(max, widthOf(text)), 0);
  const lead = widest(rows.map((row) => row.lead ?? ''));
  const amount = Math.min(widest(rows.map((row) => row.amount)), Math.floor((columns - lead) / 2));
  const hasDetail = rows.some((row) => row.detail);
  const hasBar = !isScreenReader && rows.some((row) => row.share !== undefined);
  const available = columns - lead - (amount > 0 ? amount + GAP : 0);
  const maxLabel = available - reservedWidth(available, hasBar, hasDetail);
  const label = Math.min(widest(rows.map((row) => row.label)), Math.max(1, maxLabel));
  let left = available - label - GAP;
  const longest = hasDetail ? MAX_BAR / 2 : MAX_BAR;
  const besideDetails = left - GAP - widest(rows.map((row) => row.detail ?? ''));
  // A shorter bar, if the details then fit.
  const maxBar = hasDetail && besideDetails >= MIN_BAR ? Math.min(longest, besideDetails) : longest;
  const barWidth = hasBar && left >= MIN_BAR ? Math.min(maxBar, left) : 0;
  left -= barWidth > 0 ? barWidth + GAP : 0;
  return { amount, label, bar: barWidth, detail: hasDetail && left >= MIN_DETAIL ? left : 0 };
}

/** The width reserved for the rest of the row if the label is long. */
function reservedWidth(available: number, hasBar: boolean, hasDetail: boolean): number {
  if (available < NARROW) return 0;
  if (hasDetail) return Math.min(NARROW, Math.floor(available / 2));
  return hasBar ? MIN_BAR + GAP : 0;
}
