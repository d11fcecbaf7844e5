import {
  answerText,
  emptyAnswerText,
  getAnswer,
  furtherText,
  visible,
  count,
  eachNumber,
  firstNumbers,
  innermost,
  shortNumber,
  computeStatistics,
  asLine,
  formatCorners,
  readFileInput,
  size,
  tonesFor,
  type ResultKind,
  type ResultView,
  type ResultViews,
  type JsonValue,
  type FileInput,
  MAX_REGIONS,
} from '@tryout/engine';
import {
  drawImage,
  flow,
  sparkline,
  styleFor,
  getSymbols,
  truncate,
  wrap,
  backgroundColor,
  type Terminal,
  type Rgb,
  type Overlays,
} from '../screen/index.ts';
import { wrapWords } from '../screen/word-wrap.ts';
import { markdownLines } from '../screen/markdown.ts';
import { cells, spans, answers, labels, numbers } from './scored.ts';
import { audio, image, tracks, video } from './media.ts';
import {
  getColumns,
  note,
  PRINTED,
  asColumns,
  drawScores,
  type Renderer,
  type ResultContext,
  type ResultImage,
} from './renderer.ts';

/** Shape, statistics, a heat map and the first values; plain: the numbers, one innermost list per line. */
export const vector: Renderer<'vector'> = {
  draw({ shape, values }, terminal) {
    const { bold, dim } = styleFor(terminal);
    const { ellipsis, times, separator } = getSymbols(terminal);
    const columns = getColumns(terminal);
    const { total, min, max, mean, norm } = computeStatistics(values);
    const numbers = total === 1 ? 'number' : 'numbers';
    const head = `${shape.join(` ${times} `)}${shape.length > 1 ? ` = ${count(total)}` : ''} ${numbers}`;
    if (total === 0) return bold(truncate(head, columns, ellipsis));
    const facts = Object.entries({ min, max, mean, norm }).map(
      ([name, value]) => `${name} ${shortNumber(value)}`,
    );
    return [
      bold(wrap(head, columns)),
      flow(facts, separator, columns),
      ...(terminal.isScreenReader === true ? [] : [heatMap(values, { total, min, max }, columns, terminal)]),
      dim(wrap(firstNumbers(values, ellipsis), columns)),
    ].join('\n');
  },
  plain: ({ values }) => Array.from(innermost(values), (list) => list.join('\t')).join('\n'),
};

/** A heat map, blue below zero and red above, or without colors a chart. Many numbers are averaged. */
function heatMap(
  values: JsonValue,
  { total, min, max }: { readonly total: number; readonly min: number; readonly max: number },
  columns: number,
  terminal: Terminal,
): string {
  const cells = averages(values, total, Math.min(columns, total));
  if (terminal.colors === 'truecolor' || terminal.colors === '256') {
    const style = styleFor(terminal);
    const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
    return cells.map((value) => style.bgRgb(...heatColor(value / largest))(' ')).join('');
  }
  const range = max - min;
  const isFinite = range > 0 && Number.isFinite(range);
  return sparkline(
    cells.map((value) => (isFinite ? (value - min) / range : 0.5)),
    terminal,
  );
}

function averages(values: JsonValue, total: number, cells: number): number[] {
  const sums = new Array<number>(cells).fill(0);
  const counts = new Array<number>(cells).fill(0);
  let index = 0;
  for (const value of eachNumber(values)) {
    const cell = Math.floor((index * cells) / total);
    sums[cell]! += value;
    counts[cell]! += 1;
    index += 1;
  }
  return sums.map((sum, cell) => sum / (counts[cell] || 1));
}

const COLD: Rgb = [50, 100, 220];
const NEUTRAL: Rgb = [225, 225, 225];
const HOT: Rgb = [215, 60, 50];

/** @param level -1 to 1 */
function heatColor(level: number): Rgb {
  const share = Math.min(1, Math.abs(level));
  const end = level < 0 ? COLD : HOT;
  const mix = (channel: 0 | 1 | 2) => Math.round(NEUTRAL[channel] * (1 - share) + end[channel] * share);
  return [mix(0), mix(1), mix(2)];
}

interface Region {
  readonly label: string;
  readonly score?: number;
  readonly detail?: string;
}

const MAX_FILE_SIZE = 64_000_000;

/** Boxes in the image, and their legend; plain: label, score, xmin, ymin, xmax, ymax. */
export const boxes: Renderer<'boxes'> = {
  draw({ boxes: all }, terminal, context) {
    const regions = all.map(({ box, ...region }) => ({ ...region, detail: formatCorners(box) }));
    return drawLegend(regions, terminal, context);
  },
  image: ({ image, boxes: all }) =>
    getImage(image, all, (regions) => ({ boxes: regions.map((region) => region?.box) })),
  parts: ({ boxes: all }) => all.length,
  plain: ({ boxes: all }) =>
    all
      .map(({ label, score, box }) => asColumns(label, score, box.xmin, box.ymin, box.xmax, box.ymax))
      .join('\n'),
};

/** Colored masks in the image, and their legend; plain: label, score. */
export const masks: Renderer<'masks'> = {
  draw: ({ masks: all }, terminal, context) => drawLegend(all, terminal, context),
  image: ({ image, masks: all }) =>
    getImage(image, all, (regions) => ({
      masks: regions.map((region) => region && Buffer.from(region.mask, 'base64')),
    })),
  parts: ({ masks: all }) => all.length,
  plain: ({ masks: all }) => all.map(({ label, score }) => asColumns(label, score)).join('\n'),
};

/** @param marks creates the marks of the shown regions; undefined ones keep the numbers of the others */
function getImage<R extends Region>(
  image: FileInput,
  regions: readonly R[],
  marks: (regions: readonly (R | undefined)[]) => Overlays,
): ResultImage {
  return {
    bytes: async () => (image.size > MAX_FILE_SIZE ? undefined : readFileInput(image).catch(() => undefined)),
    overlays: (partIndex) => ({
      ...marks(
        partIndex === undefined
          ? regions.slice(0, MAX_REGIONS)
          : [...Array<undefined>(partIndex), regions[partIndex]],
      ),
      tones: tonesFor(regions.map(({ label }) => label)),
    }),
    absent: `${asLine(image.name)} (${asLine(image.contentType)}, ${size(image.size)}) cannot be displayed here`,
  };
}

function drawLegend(regions: readonly Region[], terminal: Terminal, { limits, partIndex }: ResultContext) {
  if (regions.length === 0) return note('Nothing found', terminal);
  const numberWidth = String(Math.min(regions.length, limits.rows)).length;
  const tones = tonesFor(regions.map(({ label }) => label));
  const { pointer } = getSymbols(terminal);
  const pointerFor = (index: number) => {
    if (partIndex === undefined) return '';
    return index === partIndex ? styleFor(terminal).cyan(pointer) : ' '.repeat(pointer.length);
  };
  const rows = regions.map(({ label, score, detail }, index) => ({
    lead: `${pointerFor(index)}${backgroundColor(terminal, tones[index]!)(` ${String(index + 1).padStart(numberWidth)} `)} `,
    label,
    score,
    detail,
  }));
  return drawScores(rows, terminal, limits).join('\n');
}

const text: Renderer<'text'> = {
  draw: (view, terminal) => drawAnswer(view, terminal) || note(emptyAnswerText(view), terminal),
  plain: (view) => visible(answerText(view)),
};

function drawAnswer(view: ResultViews['text'], terminal: Terminal): string {
  if (!view.isMarkdown) return wrapWords(visible(answerText(view)), getColumns(terminal));
  const lines = markdownLines(terminal).lines(view.text, getColumns(terminal));
  const further = visible(furtherText(view));
  return [lines.join('\n'), further].filter((part) => part !== '').join('\n\n');
}

const renderers: { readonly [Kind in ResultKind]: Renderer<Kind> } = {
  text,
  labels,
  spans,
  answers,
  boxes,
  masks,
  cells,
  numbers,
  vector,
  image,
  audio,
  video,
  tracks,
};

/**
 * A result for reading or, without a terminal, as tab-separated columns. Ends with a newline unless it is empty, and
 * has no control characters except newlines, tabs and our own styles.
 */
export async function renderResult(
  view: ResultView,
  terminal: Terminal,
  options: Partial<ResultContext> = {},
): Promise<string> {
  const context = { paths: [], limits: PRINTED, ...options };
  const renderer = getRenderer(view);
  const body = terminal.isTerminal
    ? [...(await imageLines(view, terminal)), renderer.draw(view, terminal, context)].join('\n')
    : renderer.plain(view, context);
  return body === '' || body.endsWith('\n') ? body : `${body}\n`;
}

async function imageLines(view: ResultView, terminal: Terminal): Promise<readonly string[]> {
  const preview = getRenderer(view).image?.(view);
  if (!preview || terminal.isScreenReader === true) return [];
  const bytes = await preview.bytes();
  const lines = bytes && (await drawImage(bytes, terminal, preview.overlays(undefined)));
  return lines ?? absenceLines(preview, terminal);
}

/** Shown instead of an image that cannot be decoded. */
export function absenceLines({ absent }: ResultImage, terminal: Terminal): readonly string[] {
  return absent === undefined ? [] : [note(absent, terminal)];
}

export function getRenderer(view: ResultView): Renderer<ResultKind> {
  return renderers[view.kind] as Renderer<ResultKind>;
}

export function getParts(view: ResultView): number {
  return getRenderer(view).parts?.(view) ?? 0;
}

/** A result as text to copy: the model's text, or tab-separated columns. */
export async function resultText(view: ResultView, terminal: Terminal): Promise<string> {
  const modelText = getAnswer(view);
  return modelText === undefined
    ? renderResult(view, { ...terminal, isTerminal: false })
    : withoutControls(modelText);
}

/** Escapes control characters, because the text may be pasted into a terminal. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to find
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, visible);
}
