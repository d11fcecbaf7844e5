import {
  answerText,
  asLabel,
  asLine,
  comparedFacts,
  describeAgreement,
  formatScores,
  getMessage,
  markDifferences,
  resultSummary,
  visible,
  visibleLine,
  formatAmount,
  progressText,
  type Agreement,
  type ComparedRow,
  type ComparedRun,
  type ResultView,
} from '@tryout/engine';
import {
  bar,
  drawImage,
  flow,
  getSymbols,
  getWidth,
  pad,
  styleFor,
  truncate,
  wrap,
  type Terminal,
} from '../terminal/index.ts';
import { asColumns, getColumns, moreLine, PRINTED, type Limits } from './renderer.ts';
import { getRenderer, renderResult } from './render-result.ts';

/** A comparison as it is drawn. */
export interface DrawnComparison {
  readonly runs: readonly ComparedRun[];
  readonly names: readonly string[];
  readonly agreement?: Agreement | undefined;
  /** The paths of saved files, by candidate. */
  readonly paths?: readonly (readonly (string | undefined)[])[];
  readonly limits?: Limits;
  /** Hides what identifies a candidate: its provider, times and error. */
  readonly isBlind?: boolean;
  /** The position of a marked candidate. */
  readonly selected?: number;
}

const GAP = 2;
/** Cells of a column of text, of an image and of a score. */
const MIN_TEXT = 28;
const MIN_IMAGE = 24;
const MIN_SCORE = 6;
const MIN_LABEL = 8;
/** Characters of a text that are drawn. */
const MAX_TEXT = 100_000;
/** Cells of a score with its bar. */
const WITH_BAR = 16;
const AMOUNT = 6;
const MAX_SCORE = 30;

/**
 * A comparison: each candidate with its facts, their agreement, then the results with the largest differences first.
 * Without a terminal, one tab-separated row for each candidate: name, seconds, cost, result or error.
 */
export async function renderComparison(comparison: DrawnComparison, terminal: Terminal): Promise<string> {
  const { runs, names } = comparison;
  if (!terminal.isTerminal)
    return runs
      .map(({ run }, index) => {
        const { result } = run;
        const text = result ? resultSummary(result.view) : getMessage(run.error ?? '');
        return `${asColumns(names[index], result?.seconds, result?.cost, text)}\n`;
      })
      .join('');
  const sections = [candidateLines(comparison, terminal), ...(await contentLines(comparison, terminal))];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function candidateLines(
  { runs, names, agreement, isBlind, selected }: DrawnComparison,
  terminal: Terminal,
): string[] {
  const { bold, dim, red, cyan } = styleFor(terminal);
  const { separator, pointer } = getSymbols(terminal);
  const columns = getColumns(terminal);
  const margin = selected === undefined ? '' : ' '.repeat(getWidth(pointer));
  const lines = runs.flatMap((compared, index) => {
    const { run } = compared;
    const lead = selected === index ? cyan(pointer) : margin;
    const name = bold(`${index + 1} ${visibleLine(names[index]!)}`);
    const state = run.error
      ? [red(isBlind ? 'failed' : visibleLine(getMessage(run.error)))]
      : run.result
        ? (isBlind ? [] : comparedFacts(compared)).map((fact) => dim(visibleLine(fact)))
        : [dim(getStateText(compared))];
    return flow([name, ...state], dim(separator), columns - getWidth(margin))
      .split('\n')
      .map((line, row) => (row === 0 ? lead : margin) + line);
  });
  const parts = agreement ? describeAgreement(agreement) : [];
  return parts.length === 0 ? lines : [...lines, flow(['Agreement', ...parts], separator, columns)];
}

function getStateText({ run, candidate: { model } }: ComparedRun): string {
  if (run.status === 'canceled') return 'canceled';
  return run.status === 'idle' ? 'no result' : progressText({ run, model });
}

/** The sections below the candidates. */
async function contentLines(comparison: DrawnComparison, terminal: Terminal): Promise<readonly string[][]> {
  const { runs, agreement } = comparison;
  const results = runs.flatMap(({ run }, index) => (run.result ? [{ view: run.result.view, index }] : []));
  const partial = runs.flatMap(({ run }, index) =>
    run.partial?.text ? [{ text: run.partial.text, index }] : [],
  );
  if (results.some(({ view }) => view.kind === 'text') || partial.length > 0)
    return textLines(comparison, terminal);
  if (!agreement || agreement.rows.length === 0 || terminal.isScreenReader)
    return [...(await imageLines(results, terminal)), ...(await stackedLines(comparison, results, terminal))];
  const table = rowLines(comparison, agreement, terminal);
  const images = await imageLines(results, terminal);
  return table ? [...images, table] : [...images, ...(await stackedLines(comparison, results, terminal))];
}

type Indexed = readonly { readonly view: ResultView; readonly index: number }[];

/** Blocks of lines next to each other, as many as fit, then the next ones below. */
function beside(blocks: readonly (readonly string[])[], minWidth: number, columns: number): string[][] {
  const perRow = Math.max(1, Math.min(blocks.length, Math.floor((columns + GAP) / (minWidth + GAP))));
  const width = getBlockWidth(perRow, columns);
  return Array.from({ length: Math.ceil(blocks.length / perRow) }, (_, row) => {
    const group = blocks.slice(row * perRow, (row + 1) * perRow);
    const height = Math.max(...group.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      group
        .map((block) => pad(block[line] ?? '', width))
        .join(' '.repeat(GAP))
        .trimEnd(),
    );
  });
}

function getBlockWidth(count: number, columns: number): number {
  return Math.max(1, Math.floor((columns - GAP * (count - 1)) / count));
}

function countBeside(count: number, minWidth: number, columns: number): number {
  return Math.max(1, Math.min(count, Math.floor((columns + GAP) / (minWidth + GAP))));
}

/** Texts next to each other or stacked, with the words that differ in bold. */
function textLines({ runs, names }: DrawnComparison, terminal: Terminal): string[][] {
  const { bold, underline } = styleFor(terminal);
  const columns = getColumns(terminal);
  const texts = runs.flatMap(({ run }, index) => {
    const view = run.result?.view;
    const text = view?.kind === 'text' ? answerText(view) : run.partial?.text;
    return text === undefined ? [] : [{ text: text.slice(0, MAX_TEXT), index }];
  });
  const isMarked = texts.length > 1 && texts.every(({ index }) => runs[index]!.run.result);
  const marked = isMarked ? markDifferences(texts.map(({ text }) => text)) : [];
  const perRow = terminal.isScreenReader ? 1 : countBeside(texts.length, MIN_TEXT, columns);
  const width = getBlockWidth(perRow, columns);
  const blocks = texts.map(({ text, index }, at) => {
    const parts = marked[at] ?? [{ text, isDifferent: false }];
    const styled = parts
      .map((part) => (part.isDifferent ? underline(clean(part.text)) : clean(part.text)))
      .join('');
    return [
      bold(truncate(`${index + 1} ${asLine(names[index]!)}`, width)),
      ...wrap(styled, width).trimEnd().split('\n'),
    ];
  });
  return beside(blocks, perRow === 1 ? columns : MIN_TEXT, columns);
}

function clean(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/** Images of results next to each other; none where they cannot be drawn. */
async function imageLines(results: Indexed, terminal: Terminal): Promise<string[][]> {
  if (terminal.isScreenReader) return [];
  const columns = getColumns(terminal);
  const perRow = countBeside(results.length, MIN_IMAGE, columns);
  const room = { columns: getBlockWidth(perRow, columns), rows: Math.max(4, Math.floor(terminal.rows / 2)) };
  const blocks: string[][] = [];
  for (const { view, index } of results) {
    const image = getRenderer(view).image?.(view);
    const bytes = await image?.bytes();
    const lines = bytes && (await drawImage(bytes, terminal, image?.overlays(undefined), room));
    if (lines) blocks.push([styleFor(terminal).bold(String(index + 1)), ...lines]);
  }
  return beside(blocks, MIN_IMAGE, columns);
}

/** Each result below the name of its candidate. */
async function stackedLines(
  { names, paths = [], limits = PRINTED }: DrawnComparison,
  results: Indexed,
  terminal: Terminal,
): Promise<string[][]> {
  const { bold } = styleFor(terminal);
  const sections: string[][] = [];
  for (const { view, index } of results) {
    const lines = getRenderer(view)
      .draw(view, terminal, { paths: paths[index] ?? [], limits })
      .trimEnd()
      .split('\n');
    sections.push([bold(truncate(`${index + 1} ${asLine(names[index]!)}`, getColumns(terminal))), ...lines]);
  }
  return sections;
}

/** A table of the compared parts with a column for each candidate; undefined if it does not fit. */
function rowLines(
  { names, runs, limits = PRINTED }: DrawnComparison,
  { rows, areScores }: Agreement,
  terminal: Terminal,
): string[] | undefined {
  const style = styleFor(terminal);
  const { ellipsis } = getSymbols(terminal);
  const columns = getColumns(terminal);
  const first = rows.slice(0, limits.rows);
  const widest = first.reduce(
    (max, { label }) => Math.max(max, getWidth(truncate(asLabel(label), columns))),
    0,
  );
  const positions = [...runs.keys()].filter((index) => runs[index]!.run.result);
  const count = positions.length;
  const room = columns - count * GAP;
  const labelWidth = Math.min(
    widest,
    Math.max(MIN_LABEL, Math.floor(room - count * WITH_BAR), Math.floor(room / (count + 1))),
  );
  const width = Math.min(MAX_SCORE, Math.floor((room - labelWidth) / count));
  if (width < MIN_SCORE) return undefined;
  const draw = getCellDrawing(first, areScores, width, terminal);
  const line = (label: string, cells: readonly string[]) => [label, ...cells].join(' '.repeat(GAP)).trimEnd();
  const titles = positions.map((index) => {
    const name = `${index + 1} ${asLine(names[index]!).replace(/^.*\//, '')}`;
    return pad(truncate(name, width, ellipsis), width);
  });
  const lines = first.map(({ label, values }) => {
    const text = pad(truncate(asLabel(label), labelWidth, ellipsis), labelWidth);
    return line(
      text,
      positions.map((index) => pad(draw(values[index]), width)),
    );
  });
  const rest = rows.length - first.length;
  return [
    style.bold(line(' '.repeat(labelWidth), titles)),
    ...lines,
    ...(rest > 0 ? [moreLine(rest, terminal, limits.all)] : []),
  ];
}

/** How values are drawn: shares as amounts with bars, others as text. */
function getCellDrawing(rows: readonly ComparedRow[], areScores: boolean, width: number, terminal: Terminal) {
  const { ellipsis, missing } = getSymbols(terminal);
  const { cyan, dim } = styleFor(terminal);
  const numbers = rows.flatMap(({ values }) => values.filter((value) => typeof value === 'number'));
  const areShares = areScores && numbers.every((value) => value >= 0 && value <= 1);
  return (value: number | string | undefined) => {
    if (value === undefined) return dim(missing);
    if (typeof value === 'string' || !areShares) return truncate(formatAmount(value), width, ellipsis);
    const amount = formatScores([value])[0]!.amount.padStart(AMOUNT);
    return width < WITH_BAR ? amount : `${amount} ${cyan(bar(value, width - AMOUNT - 1, terminal))}`;
  };
}
