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
  visibleLine,
  formatAmount,
  progressText,
  type Agreement,
  type ComparedRow,
  type ComparedRun,
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
  screenText,
} from '../screen/index.ts';
import { asColumns, getColumns, moreLine, PRINTED, type Limits } from './renderer.ts';
import { getRenderer } from './render-result.ts';

/** A comparison as it is drawn. */
interface DrawnComparison {
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

/** The sections below the candidates: images, then a table, texts or each result below its name. */
async function contentLines(comparison: DrawnComparison, terminal: Terminal): Promise<readonly string[][]> {
  const { runs, agreement } = comparison;
  const ended = runs.find(({ run }) => run.result)?.run;
  const isText = ended ? ended.result?.view.kind === 'text' : runs.some(({ run }) => run.partial?.text);
  if (isText) return textLines(comparison, terminal);
  const table =
    agreement?.rows.length && !terminal.isScreenReader
      ? rowLines(comparison, agreement, terminal)
      : undefined;
  return [...(await imageLines(runs, terminal)), ...(table ? [table] : stackedLines(comparison, terminal))];
}

/** How many blocks of at least some cells fit next to each other, and the cells of each. */
function fit(count: number, minWidth: number, columns: number) {
  const perRow = Math.max(1, Math.min(count, Math.floor((columns + GAP) / (minWidth + GAP))));
  return { perRow, width: Math.max(1, Math.floor((columns - GAP * (perRow - 1)) / perRow)) };
}

/** Blocks of lines next to each other, as many as fit, then the next ones below. */
function sideBySide(
  blocks: readonly (readonly string[])[],
  { perRow, width }: ReturnType<typeof fit>,
): string[][] {
  return Array.from({ length: Math.ceil(blocks.length / perRow) }, (_, row) => {
    const group = blocks.slice(row * perRow, (row + 1) * perRow);
    const line = (at: number) =>
      group
        .map((block) => pad(block[at] ?? '', width))
        .join(' '.repeat(GAP))
        .trimEnd();
    return Array.from({ length: Math.max(...group.map(({ length }) => length)) }, (_line, at) => line(at));
  });
}

function getTitle(names: readonly string[], index: number, width: number, terminal: Terminal): string {
  return styleFor(terminal).bold(
    truncate(`${index + 1} ${asLine(names[index]!)}`, width, getSymbols(terminal).ellipsis),
  );
}

/** Texts next to each other or stacked, with the words that differ underlined. */
function textLines({ runs, names }: DrawnComparison, terminal: Terminal): string[][] {
  const texts = runs.flatMap(({ run }, index) => {
    const view = run.result?.view;
    const text = view?.kind === 'text' ? answerText(view) : run.partial?.text;
    return text === undefined ? [] : [{ text: text.slice(0, MAX_TEXT), index }];
  });
  const isMarked = texts.length > 1 && texts.every(({ index }) => runs[index]!.run.result);
  const marked = isMarked ? markDifferences(texts.map(({ text }) => text)) : [];
  const layout = fit(terminal.isScreenReader ? 1 : texts.length, MIN_TEXT, getColumns(terminal));
  const blocks = texts.map(({ text, index }, at) => {
    const parts = (marked[at] ?? [{ text, isDifferent: false }]).map((part) => {
      const clean = screenText(part.text);
      return part.isDifferent ? styleFor(terminal).underline(clean) : clean;
    });
    const title = getTitle(names, index, layout.width, terminal);
    return [title, ...wrap(parts.join(''), layout.width).trimEnd().split('\n')];
  });
  return sideBySide(blocks, layout);
}

/** Images of results next to each other; none where they cannot be drawn. */
async function imageLines(runs: DrawnComparison['runs'], terminal: Terminal): Promise<string[][]> {
  if (terminal.isScreenReader) return [];
  const layout = fit(runs.filter(({ run }) => run.result).length, MIN_IMAGE, getColumns(terminal));
  const room = { columns: layout.width, rows: Math.max(4, Math.floor(terminal.rows / 2)) };
  const blocks: string[][] = [];
  for (const [index, { run }] of runs.entries()) {
    const image = run.result && getRenderer(run.result.view).image?.(run.result.view);
    const bytes = await image?.bytes();
    const lines = bytes && (await drawImage(bytes, terminal, image?.overlays(undefined), room));
    if (lines) blocks.push([styleFor(terminal).bold(String(index + 1)), ...lines]);
  }
  return sideBySide(blocks, layout);
}

/** Each result below the name of its candidate. */
function stackedLines(
  { runs, names, paths = [], limits = PRINTED }: DrawnComparison,
  terminal: Terminal,
): string[][] {
  return runs.flatMap(({ run: { result } }, index) => {
    if (!result) return [];
    const context = { paths: paths[index] ?? [], limits };
    const text = getRenderer(result.view).draw(result.view, terminal, context).trimEnd();
    return [[getTitle(names, index, getColumns(terminal), terminal), ...text.split('\n')]];
  });
}

/** A table of the compared parts with a column for each candidate; undefined if it does not fit. */
function rowLines(
  { names, runs, limits = PRINTED }: DrawnComparison,
  { rows, areScores }: Agreement,
  terminal: Terminal,
): string[] | undefined {
  const { ellipsis } = getSymbols(terminal);
  const columns = getColumns(terminal);
  const first = rows.slice(0, limits.rows);
  const labels = first.map(({ label }) => truncate(asLabel(label), columns, ellipsis));
  const positions = [...runs.keys()].filter((index) => runs[index]!.run.result);
  const count = positions.length;
  const room = columns - count * GAP;
  const widest = Math.max(...labels.map(getWidth));
  const share = Math.max(MIN_LABEL, room - count * WITH_BAR, Math.floor(room / (count + 1)));
  const labelWidth = Math.min(widest, share);
  const width = Math.min(MAX_SCORE, Math.floor((room - labelWidth) / count));
  if (width < MIN_SCORE) return undefined;
  const draw = getCellDrawing(first, areScores, width, terminal);
  const line = (label: string, cells: readonly string[]) =>
    [pad(truncate(label, labelWidth, ellipsis), labelWidth), ...cells.map((cell) => pad(cell, width))]
      .join(' '.repeat(GAP))
      .trimEnd();
  const shortNames = names.map((name) => name.replace(/^.*\//, ''));
  const titles = positions.map((index) => getTitle(shortNames, index, width, terminal));
  const lines = first.map(({ values }, row) =>
    line(
      labels[row]!,
      positions.map((index) => draw(values[index])),
    ),
  );
  const rest = rows.length - first.length;
  return [line('', titles), ...lines, ...(rest > 0 ? [moreLine(rest, terminal, limits.all)] : [])];
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
