import {
  counted,
  type FieldValue,
  type FileInput,
  InputError,
  isFileInput,
  type JsonValue,
  type Media,
  pictureFacts,
  pictureSize,
  readFileInput,
  type ResultViews,
  size,
  soundFacts,
  visible,
  visibleLine,
} from '@tryout/engine';
import { drawTable } from '../results/cells.ts';
import { soundLines } from '../results/media.ts';
import {
  flow,
  type Size,
  styleFor,
  symbolsOf,
  type Terminal,
  type Theme,
  truncate,
} from '../terminal/index.ts';
import { renderPicture, type DrawnPicture } from '../terminal/graphics/render-picture.ts';
import type { PictureDevice } from '../terminal/graphics/graphics.ts';
import type { FileFieldKind } from './folder.ts';

/** Larger files are not read for a preview. */
const MAX_BYTES = 64_000_000;

interface Tools extends PictureDevice {
  readonly theme: Theme;
}

/** A preview of a file that fits into the room. */
export async function drawPreview(
  kind: FileFieldKind,
  value: FieldValue,
  room: Size,
  tools: Tools,
): Promise<DrawnPicture> {
  if (kind === 'json') return { lines: jsonPreview(value as JsonValue, room, tools), pictures: [] };
  if (!isFileInput(value)) return { lines: [], pictures: [] };
  const bytes = await readForPreview(value);
  if (typeof bytes === 'string') {
    const facts = [value.contentType, ...(value.size > 0 ? [size(value.size)] : []), bytes];
    return { lines: factLines(facts, room, tools), pictures: [] };
  }
  const media = { contentType: value.contentType, bytes };
  if (kind === 'image') return picturePreview(media, room, tools);
  return { lines: soundPreview(media, room, tools), pictures: [] };
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

function factLines(facts: readonly string[], { columns }: Size, { terminal, theme }: Tools): string[] {
  const { ellipsis, separator } = symbolsOf(terminal);
  const parts = facts.map((fact) => truncate(visibleLine(fact), columns, ellipsis));
  return flow(parts, separator, columns)
    .split('\n')
    .map((line) => theme.dim(line));
}

async function picturePreview(media: Media, room: Size, tools: Tools): Promise<DrawnPicture> {
  const { times } = symbolsOf(tools.terminal);
  const facts = factLines(pictureFacts(media, pictureSize(media.bytes), times), room, tools);
  const left = { columns: room.columns, rows: room.rows - facts.length };
  const drawn = left.rows < 2 ? undefined : await renderPicture(tools, media.bytes, {}, left);
  return {
    lines: [...facts, ...(drawn?.lines ?? [])],
    pictures: (drawn?.pictures ?? []).map((picture) => ({ ...picture, row: picture.row + facts.length })),
  };
}

function soundPreview(media: Media, room: Size, tools: Tools): string[] {
  if (tools.isScreenReader || room.rows < 2) return factLines(soundFacts(media), room, tools);
  const lines = soundLines(media, undefined, { ...tools.terminal, columns: room.columns });
  return lines.flatMap((line) => line.split('\n')).slice(0, room.rows);
}

type Table = NonNullable<ResultViews['cells']['table']>;

function jsonPreview(value: JsonValue, room: Size, tools: Tools): string[] {
  if (isTable(value)) return tableLines(value, room, tools);
  const { terminal, theme } = tools;
  const lines = jsonLines(value, room.rows + 1, terminal, room.columns);
  if (lines.length <= room.rows) return lines;
  return [...lines.slice(0, room.rows - 1), theme.dim(symbolsOf(terminal).ellipsis)];
}

function isTable(value: JsonValue): value is Table & JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const columns = Object.values(value);
  const isColumn = (cells: JsonValue) =>
    Array.isArray(cells) && (cells as readonly JsonValue[]).every((cell) => typeof cell !== 'object');
  return columns.length > 0 && columns.every(isColumn);
}

function tableLines(table: Table, room: Size, tools: Tools): string[] {
  const columns = Object.values(table);
  const height = Math.max(...columns.map(({ length }) => length));
  const facts = factLines([counted(height, 'row'), counted(columns.length, 'column')], room, tools);
  // Reserve a line for the header and one for the count of hidden rows.
  const shown = Math.max(1, room.rows - facts.length - 2);
  const first = Object.fromEntries(
    Object.entries(table).map(([name, cells]) => [name, cells.slice(0, shown + 1)]),
  );
  const drawn = drawTable(first, [], { ...tools.terminal, columns: room.columns }, { tableRows: shown });
  return [...facts, ...drawn].slice(0, room.rows);
}

/** Longer strings are truncated before quoting. */
const MAX_TEXT = 500;

/** The first lines of a value as colored, indented JSON. Stops early, since values may be huge. */
export function jsonLines(value: JsonValue, max: number, terminal: Terminal, columns: number): string[] {
  const lines: string[] = [];
  for (const { indent, name, text } of linesOf(value, 0, '', '')) {
    if (lines.length === max) break;
    const margin = '  '.repeat(Math.min(indent, columns >> 3));
    const line = truncate(margin + name + text, columns, terminal.unicode ? '…' : '~');
    lines.push(colored(line, margin.length, name.length, terminal));
  }
  return lines;
}

interface JsonLine {
  readonly indent: number;
  /** Includes the colon. */
  readonly name: string;
  readonly text: string;
}

function* linesOf(value: JsonValue, indent: number, name: string, after: string): Generator<JsonLine> {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || (!isList && Object.keys(value).length === 0)) {
    yield { indent, name, text: (typeof value === 'string' ? quoted(value) : JSON.stringify(value)) + after };
    return;
  }
  const names = isList ? undefined : Object.keys(value);
  const count = names?.length ?? (value as readonly JsonValue[]).length;
  if (count === 0) {
    yield { indent, name, text: `[]${after}` };
    return;
  }
  yield { indent, name, text: isList ? '[' : '{' };
  for (let index = 0; index < count; index += 1) {
    const key = names?.[index];
    const entry = (value as Readonly<Record<string | number, JsonValue>>)[key ?? index]!;
    const own = key === undefined ? '' : `${quoted(key)}: `;
    yield* linesOf(entry, indent + 1, own, index < count - 1 ? ',' : '');
  }
  yield { indent, name: '', text: (isList ? ']' : '}') + after };
}

function quoted(text: string): string {
  return visible(JSON.stringify(text.slice(0, MAX_TEXT)));
}

function colored(line: string, from: number, nameLength: number, terminal: Terminal): string {
  const { blue, green, cyan } = styleFor(terminal);
  const value = from + nameLength;
  const name = Math.max(from, value - 2);
  const [, text = '', rest = ''] = /^([^[\]{},][^]*?)?([[\]{},…~]*)$/.exec(line.slice(value)) ?? [];
  const style = text.startsWith('"') ? green : cyan;
  return line.slice(0, from) + blue(line.slice(from, name)) + line.slice(name, value) + style(text) + rest;
}
