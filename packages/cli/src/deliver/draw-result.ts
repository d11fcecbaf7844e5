import {
  type ResultView,
  counted,
  getJsonFile,
  InputError,
  isFileInput,
  isJsonFileName,
  isRecord,
  jsonText,
  imageFacts,
  readImageSize,
  readFileInput,
  size,
  soundFacts,
  type FieldValue,
  type FileInput,
  type Media,
  type ResultViews,
} from '@tryout/engine';
import { renderImage, type DrawnImage, type ImageDevice } from '../screen/graphics.ts';
import { pad, getWidth, flow, type Theme } from '../screen/index.ts';
import type { Size } from '../screen/terminal.ts';
import { absenceLines, getRenderer } from './render-result.ts';
import { SCROLLED, type ResultContext } from './renderer.ts';
import { openImage } from '../screen/image.ts';
import { drawCells } from './scored.ts';
import { soundLines } from './media.ts';

/** A drawn result: scrollable lines, and possibly a fixed image. */
export interface Drawing {
  readonly lines: readonly string[];
  /** Left of the lines, padded to one width, or above them. */
  readonly image?: DrawnImage & { readonly isSideBySide: boolean };
}

interface DrawOptions extends Pick<ResultContext, 'partIndex'> {
  readonly paths: readonly string[] | undefined;
  readonly room: Size;
}

/** Minimum width to show the image left of the lines. */
const WIDE = 72;
const LINES_SHARE = 0.4;
const GAP = 2;
const MIN_IMAGE_ROWS = 4;

export async function drawResult(
  view: ResultView,
  device: ImageDevice,
  { paths = [], room: { columns, rows }, partIndex }: DrawOptions,
): Promise<Drawing> {
  const { terminal } = device;
  const renderer = getRenderer(view);
  const linesIn = (width: number) =>
    renderer
      .draw(view, { ...terminal, columns: width, rows }, { paths, limits: SCROLLED, partIndex })
      .replace(/\n$/, '')
      .split('\n');
  const image = renderer.image?.(view);
  if (!image || terminal.isScreenReader) return { lines: linesIn(columns) };
  const isSideBySide = columns >= WIDE && renderer.parts !== undefined;
  const lineColumns = isSideBySide ? Math.floor(columns * LINES_SHARE) : columns;
  const lines = linesIn(lineColumns);
  const lineRows = Math.min(lines.length, Math.max(2, Math.ceil(rows * LINES_SHARE)));
  const imageRoom = isSideBySide
    ? { columns: columns - lineColumns - GAP, rows }
    : { columns, rows: rows - lineRows };
  if (imageRoom.rows < MIN_IMAGE_ROWS) return { lines };
  const bytes = await image.bytes();
  const drawing = bytes && (await renderImage(device, bytes, image.overlays(partIndex), imageRoom));
  if (!drawing) return { lines: [...absenceLines(image, terminal), ...lines] };
  if (!isSideBySide) return { lines, image: { ...drawing, isSideBySide } };
  const widest = Math.max(0, ...drawing.lines.map(getWidth));
  const width = (drawing.images.length > 0 || widest === 0 ? imageRoom.columns : widest) + GAP;
  const paddedLines = Array.from({ length: rows }, (_, row) => pad(drawing.lines[row] ?? '', width));
  return { lines, image: { lines: paddedLines, images: drawing.images, isSideBySide } };
}

/** Larger files are not read for a preview. */
const MAX_BYTES = 64_000_000;

interface Tools extends ImageDevice {
  readonly theme: Theme;
}

/**
 * A preview of a file that fits into the room.
 * @param isGrid shows a JSON file like other tables instead of as text
 */
export async function drawPreview(
  value: FieldValue,
  isGrid: boolean,
  room: Size,
  tools: Tools,
): Promise<DrawnImage> {
  if (isTable(value)) {
    const isText = !isGrid && isJsonFileName(getJsonFile(value));
    return { lines: (isText ? jsonLines : tableLines)(value, room, tools), images: [] };
  }
  if (!isFileInput(value)) return { lines: [], images: [] };
  const bytes = await readForPreview(value);
  if (typeof bytes === 'string') {
    const facts = [value.contentType, ...(value.size > 0 ? [size(value.size)] : []), bytes];
    return { lines: factLines(facts, room, tools), images: [] };
  }
  const media = { contentType: value.contentType, bytes };
  if (media.contentType.startsWith('image/')) return imagePreview(media, room, tools);
  return { lines: soundPreview(media, room, tools), images: [] };
}

/** The bytes of a file, or why there is no preview. */
async function readForPreview(file: FileInput): Promise<Media['bytes'] | string> {
  if (file.size > MAX_BYTES) return 'too large for a preview';
  try {
    return await readFileInput(file);
  } catch (error) {
    // The run reports this error with a hint.
    return error instanceof InputError ? error.message : 'it cannot be read';
  }
}

function factLines(facts: readonly string[], { columns }: Size, { theme }: Tools): string[] {
  const parts = facts.map((fact) => theme.cut(fact, columns));
  return flow(parts, theme.separator, columns)
    .split('\n')
    .map((line) => theme.dim(line));
}

async function imagePreview(media: Media, room: Size, tools: Tools): Promise<DrawnImage> {
  const facts = factLines(imageFacts(media, readImageSize(media.bytes), tools.theme.times), room, tools);
  const imageRoom = { columns: room.columns, rows: room.rows - facts.length };
  const drawing = imageRoom.rows < 2 ? undefined : await renderImage(tools, media.bytes, {}, imageRoom);
  const isUnreadable = !drawing && !(await openImage(media.bytes));
  const absent = isUnreadable
    ? factLines(['cannot be displayed here; it is sent unchanged'], room, tools)
    : [];
  return {
    lines: [...facts, ...(drawing?.lines ?? absent)],
    images: (drawing?.images ?? []).map((image) => ({ ...image, row: image.row + facts.length })),
  };
}

function soundPreview(media: Media, room: Size, tools: Tools): string[] {
  if (tools.terminal.isScreenReader || room.rows < 2) return factLines(soundFacts(media), room, tools);
  const lines = soundLines(media, undefined, { ...tools.terminal, columns: room.columns });
  return lines.flatMap((line) => line.split('\n')).slice(0, room.rows);
}

type Table = NonNullable<ResultViews['cells']['table']>;

function isTable(value: FieldValue): value is FieldValue & Table {
  const columns = isRecord(value) ? Object.values(value) : [];
  const isColumn = (cells: unknown) =>
    Array.isArray(cells) && cells.every((cell) => typeof cell !== 'object');
  return columns.length > 0 && columns.every(isColumn);
}

/** The beginning of the formatted JSON, without formatting all of it. */
function jsonLines(table: Table, { columns, rows }: Size, { theme }: Tools): string[] {
  const first = Object.entries(table).slice(0, rows);
  const text = jsonText(Object.fromEntries(first.map(([name, cells]) => [name, cells.slice(0, rows)])), 2);
  return cutLines(text, rows, theme).map((line) => theme.cut(line, columns));
}

function cutLines(text: string, rows: number, { ellipsis }: Theme): string[] {
  const lines = text.trimEnd().split('\n');
  return lines.length > rows ? [...lines.slice(0, rows - 1), ellipsis] : lines;
}

function tableLines(table: Table, room: Size, tools: Tools): string[] {
  const columns = Object.values(table);
  const height = Math.max(...columns.map(({ length }) => length));
  const facts = factLines([counted(height, 'row'), counted(columns.length, 'column')], room, tools);
  // Reserve a line for the header and one for the count of hidden rows.
  const rowCount = Math.max(1, room.rows - facts.length - 2);
  const first = Object.fromEntries(
    Object.entries(table).map(([name, cells]) => [name, cells.slice(0, rowCount + 1)]),
  );
  const terminal = { ...tools.terminal, columns: room.columns };
  const grid = drawCells({ table: first, coordinates: [] }, terminal, { rows: rowCount });
  return [...facts, ...cutLines(grid, Math.max(1, room.rows - facts.length), tools.theme)];
}
