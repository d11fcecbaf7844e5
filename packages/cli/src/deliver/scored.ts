import {
  asLine,
  count,
  getExcerpt,
  getSpanText,
  markedParts,
  labelTones,
  asLabel,
  formatColumn,
  formatScores,
  hasWinner,
  type TextPlace,
  type ResultViews,
  aggregationText,
  getHeight,
  tableColumns,
  visibleRows,
} from '@tryout/engine';
import {
  textColor,
  backgroundColor,
  wrap,
  styleFor,
  getSymbols,
  type Terminal,
  screenText,
  truncate,
} from '../screen/index.ts';
import { asColumns, getColumns, note, type Renderer, type Limits, drawScores, drawRows } from './renderer.ts';
import { drawTable } from '../screen/draw-table.ts';

interface Mark extends TextPlace {
  /** Draws the part, which is already escaped. */
  readonly draw: (part: string) => string;
}

/** Highlights parts of a string and wraps it. Empty, overlapping and out-of-range marks are ignored. */
function markText(text: string, marks: readonly Mark[], terminal: Terminal): string {
  const parts = markedParts(text, marks).map(({ text: part, mark }) => {
    const block = screenText(part);
    return mark ? mark.draw(block) : block;
  });
  return wrap(parts.join(''), getColumns(terminal));
}

/** The annotated text, then its parts as rows; plain: label, score, part. */
export const spans: Renderer<'spans'> = {
  draw({ text, spans: all }, terminal, { limits }) {
    const tones = labelTones(all.map(({ label }) => label));
    const marks = all.map((span) => ({
      ...span,
      draw: markerFor(asLine(span.label), tones.get(span.label)!, terminal),
    }));
    const { text: head, cutAfter } = getExcerpt(text, { start: 0, end: 0 }, limits.characters);
    const rest = count(text.length - head.length);
    const rows = all.map((span) => ({
      label: span.label,
      score: span.score,
      paint: textColor(terminal, tones.get(span.label)!),
      detail: getSpanText(text, span),
    }));
    return [
      markText(head, marks, terminal),
      ...(cutAfter ? [note(`(${rest} more characters)`, terminal)] : []),
      '',
      ...(rows.length === 0 ? [note('Nothing found', terminal)] : drawScores(rows, terminal, limits)),
    ].join('\n');
  },
  plain: ({ text, spans: all }) =>
    all.map((span) => asColumns(span.label, span.score, getSpanText(text, span))).join('\n'),
};

function markerFor(label: string, tone: number, terminal: Terminal): Mark['draw'] {
  return (part) =>
    terminal.colors === 'none'
      ? `[${part}](${label})`
      : backgroundColor(terminal, tone)(part) + textColor(terminal, tone)(`(${label})`);
}

/** Labels with bars, best first; plain: label, score, detail. */
export const labels: Renderer<'labels'> = {
  draw({ rows }, terminal, { limits }) {
    if (rows.length === 0) return note('No labels', terminal);
    const isWinner = hasWinner(rows);
    const styledRows = rows.map((row, index) => ({
      ...row,
      paint: isWinner && index === 0 ? styleFor(terminal).bold : undefined,
    }));
    return drawScores(styledRows, terminal, limits).join('\n');
  },
  plain: ({ rows }) => rows.map(({ label, score, detail }) => columnsWith(detail, label, score)).join('\n'),
};

/** Numbers with their details, as bars if they are shares; plain: row, value, detail. Only forms have the labels. */
export const numbers: Renderer<'numbers'> = {
  draw({ rows }, terminal, { limits }) {
    if (rows.length === 0) return note('No numbers', terminal);
    const areShares =
      rows.every(({ value }) => typeof value === 'number' && value >= 0 && value <= 1) &&
      rows.some(({ value }) => !Number.isInteger(value));
    const firstRows = rows.slice(0, limits.rows);
    const amounts = formatColumn(firstRows.map(({ value }) => value));
    const formattedRows = firstRows.map((row, index) => ({
      label: limits.isForm ? row.label : String(index + 1),
      amount: amounts[index] ?? '',
      share: areShares ? Number(row.value) : undefined,
      detail: row.detail,
    }));
    return drawRows(formattedRows, terminal, rows.length, limits).join('\n');
  },
  plain: ({ rows }) =>
    rows.map(({ value, detail }, index) => columnsWith(detail, index + 1, value)).join('\n'),
};

/** Tab-separated values; the last column is omitted if missing. */
function columnsWith(detail: string | undefined, ...values: (string | number | undefined)[]): string {
  return detail === undefined ? asColumns(...values) : asColumns(...values, detail);
}

const MAX_MARKED_LENGTH = 2000;
const MAX_CONTEXTS = 3;

/** Answers with their scores, then marked in their context; plain: answer, score. */
export const answers: Renderer<'answers'> = {
  draw(view, terminal, { limits }) {
    if (view.answers.length === 0) return note('No answer', terminal);
    const contexts = view.answers
      .slice(0, MAX_CONTEXTS)
      .map(({ span }) => drawContext(view.context, span, limits.around, terminal))
      .filter((context) => context !== undefined);
    return [drawAnswers(view.answers, limits, terminal), ...contexts].join('\n\n');
  },
  plain: (view) => view.answers.map(({ answer, score }) => asColumns(answer, score)).join('\n'),
};

type Answer = ResultViews['answers']['answers'][number];

function drawAnswers(rows: readonly Answer[], limits: Limits, terminal: Terminal): string {
  const { bold } = styleFor(terminal);
  const [first, ...others] = rows;
  if (others.length > 0) {
    const isWinner = hasWinner(rows);
    const styledRows = rows.map((row) => ({
      label: row.answer,
      score: row.score,
      paint: isWinner && row === first ? bold : undefined,
    }));
    return drawScores(styledRows, terminal, limits).join('\n');
  }
  // A single answer may be long.
  const [score] = formatScores([first?.score]);
  const lines = [bold(asLabel(first?.answer ?? '')), score?.amount ?? ''].filter((line) => line !== '');
  return wrap(lines.join('\n'), getColumns(terminal));
}

function drawContext(
  context: string | undefined,
  span: Answer['span'],
  around: number,
  terminal: Terminal,
): string | undefined {
  if (context === undefined || !span || span.end > context.length) return undefined;
  if (span.end <= span.start || span.end - span.start > MAX_MARKED_LENGTH) return undefined;
  const { ellipsis } = getSymbols(terminal);
  const { text, offset, cutBefore, cutAfter } = getExcerpt(context, span, around);
  const before = cutBefore ? `${ellipsis} ` : '';
  const shift = before.length - offset;
  const draw = (part: string) =>
    terminal.colors === 'none' ? `[${part}]` : backgroundColor(terminal, 0)(part);
  return markText(
    `${before}${text}${cutAfter ? ` ${ellipsis}` : ''}`,
    [{ start: span.start + shift, end: span.end + shift, draw }],
    terminal,
  );
}

type Cells = ResultViews['cells'];

/** The answer, then the table with its cells marked; plain: answer and aggregator, then row, column, cell. */
export const cells: Renderer<'cells'> = {
  draw(view, terminal, { limits }) {
    const { bold, dim } = styleFor(terminal);
    const words = aggregationText(view);
    const aggregation = words === undefined ? '' : dim(` (${words})`);
    const head = wrap(bold(asLine(view.answer)) + aggregation, getColumns(terminal));
    return [head, drawCells(view, terminal, limits)].filter((part) => part !== '').join('\n\n');
  },
  plain({ answer, aggregator, table, coordinates }) {
    const columns = Object.entries(table ?? {});
    const lines = coordinates.map(([row, column]) =>
      asColumns(row, columns[column]?.[0], columns[column]?.[1]?.[row]),
    );
    return [asColumns(answer, aggregator), ...lines].join('\n');
  },
};

const MAX_CELL_WIDTH = 24;

/** A table with marked cells. Of large tables, only the rows around them. */
export function drawCells(
  { table, coordinates }: Pick<Cells, 'table' | 'coordinates'>,
  terminal: Terminal,
  { rows: maxRows }: Pick<Limits, 'rows'>,
): string {
  const { ellipsis } = getSymbols(terminal);
  const columns = tableColumns(table);
  if (columns.length === 0) return '';
  const height = getHeight(columns);
  const markedRows = coordinates.map(([row]) => row);
  const runs = visibleRows(height, markedRows, maxRows);
  // Undefined for each gap.
  const rows = runs.flatMap((run) => (run.skipped > 0 ? [undefined, ...run.rows] : run.rows));
  if ((rows.at(-1) ?? 0) < height - 1) rows.push(undefined);
  const marks = new Set(coordinates.map(([row, column]) => `${row},${column}`));
  const isMarked = (row: number | undefined, column: number) => marks.has(`${row},${column}`);
  const texts = rows.map((row) =>
    columns.map(([, values], column) => {
      if (row === undefined) return column === 0 ? ellipsis : '';
      const text = truncate(asLine(String(values[row] ?? '')), MAX_CELL_WIDTH, ellipsis);
      return isMarked(row, column) && terminal.colors === 'none' ? `[${text}]` : text;
    }),
  );
  const titles = columns.map(([name]) => ({ title: truncate(asLine(name), MAX_CELL_WIDTH, ellipsis) }));
  return drawTable(texts, titles, terminal, (text, line, column) =>
    isMarked(rows[line], column) ? backgroundColor(terminal, 0)(text) : text,
  );
}
