import {
  visible,
  type ResultKind,
  type ResultViews,
  asLabel,
  asLine,
  count,
  formatScores,
} from '@tryout/engine';
import {
  styleFor,
  getSymbols,
  truncate,
  type Overlays,
  type Terminal,
  bar,
  pad,
  getWidth,
} from '../screen/index.ts';

/** How much of a result is drawn. */
export interface Limits {
  readonly rows: number;
  /** Of annotated text, in UTF-16 units. */
  readonly characters: number;
  /** Of the context on either side of an answer, in UTF-16 units. */
  readonly around: number;
  /** The option or key that shows everything. */
  readonly all: string;
  /** Below a form, whose labels the specification gives. */
  readonly isForm?: boolean;
}

/** For output that scrolls away. */
export const PRINTED: Limits = {
  rows: 50,
  characters: 4000,
  around: 240,
  all: '--json',
};

/** For scrollable results, within what can be drawn quickly. */
export const SCROLLED: Limits = {
  rows: 2000,
  characters: 200_000,
  around: 2000,
  all: 'j',
  isForm: true,
};

export interface ResultContext {
  /** The path of each file of the result, if it was saved. */
  readonly paths: readonly (string | undefined)[];
  readonly limits: Limits;
  readonly partIndex?: number | undefined;
}

/** The image of a result, shown above or next to its lines. */
export interface ResultImage {
  /** Undefined if they cannot be read. */
  bytes(): Promise<Uint8Array | undefined>;
  /** The marked parts, or only the selected one. */
  overlays(partIndex: number | undefined): Overlays;
  /** Shown if the image cannot be decoded. */
  readonly absent?: string;
}

/** Renders results of one kind and escapes their control characters. */
export interface Renderer<Kind extends ResultKind> {
  image?(view: ResultViews[Kind]): ResultImage;
  /** The number of parts that can be selected: boxes, masks, sounds. */
  parts?(view: ResultViews[Kind]): number;
  /** For a terminal: lines within its width, without a final newline and the image. */
  draw(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): string;
  /** For pipes and files: complete, tab-separated, without a final newline. */
  plain(view: ResultViews[Kind], context: ResultContext): string;
}

/** Layouts need at least ten cells. */
export function getColumns(terminal: Terminal): number {
  return Math.max(10, terminal.columns);
}

/** A dim one-line note. */
export function note(text: string, terminal: Terminal): string {
  return styleFor(terminal).dim(truncate(text, getColumns(terminal), getSymbols(terminal).ellipsis));
}

/** Escapes control characters, including tabs and newlines. */
export function asColumn(text: string): string {
  return visible(text).replaceAll('\t', '<U+0009>').replaceAll('\n', '<U+000A>');
}

/** Tab-separated values. Missing values become empty columns. */
export function asColumns(...values: readonly (string | number | undefined)[]): string {
  return values.map((value) => asColumn(String(value ?? ''))).join('\t');
}

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
