import { asLabel, asLine, count, formatScores } from '@tryout/engine';
import { bar, pad, styleFor, getSymbols, truncate, getWidth, type Terminal } from '../terminal/index.ts';
import { getColumns, type Limits } from './renderer.ts';

interface LabeledRow {
  /** Before the label, with the same width in all rows; already escaped. */
  readonly lead?: string;
  readonly label: string;
  readonly paint?: ((text: string) => string) | undefined;
  readonly detail?: string | undefined;
}

interface Row extends LabeledRow {
  readonly amount: string;
  /** 0 to 1, drawn as a bar. */
  readonly share?: number | undefined;
}

interface ScoredRow extends LabeledRow {
  readonly score?: number | undefined;
}

/** The first rows, with their scores as bars and amounts. */
export function drawScores(rows: readonly ScoredRow[], terminal: Terminal, limits: Limits): string[] {
  const firstRows = rows.slice(0, limits.rows);
  const scores = formatScores(firstRows.map(({ score }) => score));
  const formattedRows = firstRows.map((row, index) => ({ ...row, ...scores[index]! }));
  return drawRows(formattedRows, terminal, rows.length, limits);
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
  allRows: readonly Row[],
  terminal: Terminal,
  total: number,
  { all }: Pick<Limits, 'all'>,
): string[] {
  const style = styleFor(terminal);
  const { ellipsis } = getSymbols(terminal);
  const columns = getColumns(terminal);
  // Truncated before measuring, which would take seconds for thousands of long labels.
  const rows = allRows.map((row) => ({
    ...row,
    label: truncate(asLabel(row.label), columns, ellipsis),
    detail: asLine(row.detail ?? ''),
  }));
  const widths = measure(rows, columns, terminal.isScreenReader === true);
  const lines = rows.flatMap(({ lead = '', label, paint = String, amount, share = 0, detail }) => {
    const parts = [lead + pad(paint(truncate(label, widths.label, ellipsis)), widths.label)];
    if (widths.bar > 0) parts.push(pad(style.cyan(bar(share, widths.bar, terminal)), widths.bar));
    if (widths.amount > 0) parts.push(pad(truncate(amount, widths.amount, ellipsis), widths.amount, 'right'));
    if (widths.detail > 0) parts.push(style.dim(truncate(detail, widths.detail, ellipsis)));
    const line = parts.join(' '.repeat(GAP)).trimEnd();
    if (widths.detail > 0 || detail === '') return [line];
    return [line, `  ${style.dim(truncate(detail, columns - 2, ellipsis))}`];
  });
  const rest = total - rows.length;
  return rest > 0 ? [...lines, moreLine(rest, terminal, all)] : lines;
}

export function moreLine(rest: number, terminal: Terminal, all: string): string {
  const { ellipsis } = getSymbols(terminal);
  const columns = getColumns(terminal);
  const full = `${ellipsis} and ${count(rest)} more (${all} shows all)`;
  const text = getWidth(full) <= columns ? full : `${ellipsis} ${count(rest)} more`;
  return styleFor(terminal).dim(truncate(text, columns, ellipsis));
}

function measure(rows: readonly Row[], columns: number, isScreenReader: boolean) {
  const widest = (texts: readonly string[]) => texts.reduce((max, text) => Math.max(max, getWidth(text)), 0);
  const lead = widest(rows.map((row) => row.lead ?? ''));
  const amount = Math.min(widest(rows.map((row) => row.amount)), Math.floor((columns - lead) / 2));
  const hasDetail = rows.some((row) => row.detail);
  const hasBar = !isScreenReader && rows.some((row) => row.share !== undefined);
  const available = columns - lead - (amount > 0 ? amount + GAP : 0);
  // In a wide terminal, long labels leave room for the rest.
  const reserved = (hasBar ? MIN_BAR + GAP : 0) + (hasDetail ? MIN_DETAIL + GAP : 0);
  const maxLabel = available < NARROW ? available : available - reserved;
  const label = Math.min(widest(rows.map((row) => row.label)), Math.max(1, maxLabel));
  let room = available - label - GAP;
  const barWidth = hasBar && room >= MIN_BAR ? Math.min(hasDetail ? MAX_BAR / 2 : MAX_BAR, room) : 0;
  room -= barWidth > 0 ? barWidth + GAP : 0;
  return { amount, label, bar: barWidth, detail: hasDetail && room >= MIN_DETAIL ? room : 0 };
}
