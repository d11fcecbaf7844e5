import { InputError } from '../errors/index.ts';
import {
  detectSeparator,
  getEncoding,
  isTooDeep,
  notATable,
  parseRows,
  unevenRow,
  isFileField,
  type Field,
} from '../fields/index.ts';
import type { Task } from '../tasks/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';
import { brokenRow, whyBroken, type Row } from './cells.ts';
import { isParquetFile } from './parquet.ts';

/** Characters of a row. */
const MAX_ROW = 32 * 1024 * 1024;
const MAX_COLUMNS = 10_000;

/** The formats of tables that are read row by row, by file extension. */
const readers: Readonly<Record<string, (chunks: AsyncIterable<string>, name: string) => AsyncIterable<Row>>> =
  {
    csv: readSeparated,
    tsv: readSeparated,
    jsonl: readJsonLines,
    ndjson: readJsonLines,
  };

const getExtension = (name: string) => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a file of this name is read row by row. */
export function isRowFile(name: string): boolean {
  return Object.hasOwn(readers, getExtension(name));
}

/**
 * The rows of CSV, TSV or JSON Lines, which are parsed while they are read.
 * @throws InputError for invalid rows, and the signal's reason, also while there are no rows
 */
export function readRowFile(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  signal?: AbortSignal,
): AsyncIterable<Row> {
  return readers[getExtension(name)]!(decode(chunks, name, signal), name);
}

async function* decode(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  signal?: AbortSignal,
): AsyncGenerator<string, void, void> {
  let decoder: TextDecoder | undefined;
  const read = (bytes?: Uint8Array) => {
    const text = attempt(() => decoder!.decode(bytes, { stream: bytes !== undefined }));
    if (text !== undefined && !text.includes('\0')) return text;
    throw new InputError(`${name} is not a text file`, { hint: 'Save it as UTF-8.' });
  };
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    decoder ??= new TextDecoder(getEncoding(chunk), { fatal: true });
    yield read(chunk);
  }
  if (decoder) yield read();
}

function rowTooLarge(name: string, row: number): InputError {
  return new InputError(`Row ${row} of ${name} is too large`, {
    hint: 'Check whether a quote is not closed.',
  });
}

/** Lines at the beginning that are no objects. */
const MAX_UNREAD = 10;

async function* readJsonLines(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Row, void, void> {
  let pending: string[] = [];
  let length = 0;
  let line = 0;
  /** Lines before the first object: without one, the file has another format. */
  let unread: Row[] | undefined = [];
  const parse = (text: string): Row[] => {
    line += 1;
    if (text.trim() === '') return [];
    const value = attempt(() => parseBounded(text));
    if (isRecord(value) && !Array.isArray(value) && !isTooDeep(value)) {
      const rows = [...(unread ?? []), value as Row];
      unread = undefined;
      return rows;
    }
    const row = brokenRow(
      text,
      new InputError(`Line ${line} of ${name} is not a JSON object`, { hint: 'Use one object per line.' }),
    );
    if (!unread) return [row];
    if (unread.push(row) > MAX_UNREAD) throw whyBroken(unread[0]!)!;
    return [];
  };
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pending.push(first);
    length += first.length;
    const last = others.pop();
    if (last !== undefined) {
      yield* parse(pending.join(''));
      for (const text of others)
        if (text === '') line += 1;
        else yield* parse(text);
      [pending, length] = [[last], last.length];
    }
    if (length > MAX_ROW) throw rowTooLarge(name, line + 1);
  }
  yield* parse(pending.join(''));
  if (unread?.[0]) throw whyBroken(unread[0])!;
}

const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];

/**
 * Finds where rows end in CSV that arrives in chunks. Quotes matter at the beginning of a cell only.
 * @param tooWide the error for a row of too many cells, which are counted before they are split
 */
function rowScanner(separator: string, tooWide?: () => Error) {
  const code = separator.charCodeAt(0);
  let cells = 0;
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  /** The end of the last complete row in a chunk, or 0. */
  return (chunk: string): number => {
    let end = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const next = chunk.charCodeAt(at);
      if (state === 'quoted') {
        if (next === QUOTE) state = 'quote';
      } else if (next === QUOTE && state !== 'plain') state = 'quoted';
      else if (next === NEWLINE) [state, end, cells] = ['start', at + 1, 0];
      else if (next === RETURN) state = 'start';
      else state = next === code || state === 'quote' ? 'start' : 'plain';
      if (next === code && state === 'start') cells += 1;
      if (cells >= MAX_COLUMNS && tooWide) throw tooWide();
    }
    return end;
  };
}

/** Rows that are enough to tell the separator. */
const MIN_DETECTED = 64 * 1024;

async function* readSeparated(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Row, void, void> {
  let reader: ReturnType<typeof separatedReader> | undefined;
  let head = '';
  for await (const chunk of chunks) {
    if (reader) yield* reader.read(chunk);
    else {
      head += chunk;
      if (head.length < MIN_DETECTED) continue;
      reader = separatedReader(head, name);
      yield* reader.read(head);
    }
  }
  if (!reader) {
    if (head.trim() === '') throw new InputError(`${name} is empty`, { hint: 'Choose a file with content.' });
    reader = separatedReader(head, name);
    yield* reader.read(head);
  }
  yield* reader.end();
}

/** @param head the beginning, from which the separator is detected */
function separatedReader(head: string, name: string) {
  const { line, separator } = detectSeparator(head, name, (content, each) =>
    head.length < MIN_DETECTED ? content : content.slice(0, rowScanner(each)(content)),
  );
  const scan = rowScanner(separator, () => notATable(name, `it has more than ${MAX_COLUMNS} columns`));
  let skipped = line.length;
  let columns: readonly string[] | undefined;
  let pending: string[] = [];
  let [length, count] = [0, 0];

  function* parse(text: string): Generator<Row, void, void> {
    const rows = parseRows(text, separator);
    if (!rows) throw notATable(name, 'a quote is not closed');
    for (const cells of rows) {
      // The reader keeps blank lines of a single column, but not those at the end of a block.
      if (cells.length === 1 && cells[0] === '') continue;
      if (!columns) {
        columns = readColumns(cells, name);
        continue;
      }
      if (cells.length !== columns.length) throw unevenRow(name, count, cells.length, columns.length);
      count += 1;
      const entries: [string, string][] = [];
      columns.forEach((column, at) => column !== '' && entries.push([column, cells[at]!]));
      yield Object.fromEntries(entries);
    }
  }

  return {
    *read(chunk: string): Generator<Row, void, void> {
      const text = chunk.slice(skipped);
      skipped = 0;
      const end = scan(text);
      if (end === 0) {
        pending.push(text);
        length += text.length;
        if (length > MAX_ROW) throw rowTooLarge(name, count + 1);
        return;
      }
      const block = pending.join('') + text.slice(0, end);
      pending = [text.slice(end)];
      length = text.length - end;
      yield* parse(block);
    },
    *end(): Generator<Row, void, void> {
      const rest = pending.join('');
      if (rest !== '') yield* parse(rest);
      if (count === 0) throw notATable(name, 'it has no rows below its column names');
    },
  };
}

/** Columns without a name, after trailing separators, are left out. */
function readColumns(cells: readonly string[], name: string): readonly string[] {
  const names = new Set<string>();
  const repeated = cells.find((cell) => cell !== '' && names.size === names.add(cell).size);
  if (repeated !== undefined) throw notATable(name, `two columns are named '${repeated}'`);
  return cells;
}

/** Extensions of files in folders that are inputs of a kind. */
export const inputExtensions: Readonly<Record<string, RegExp>> = {
  image: /\.(?:png|jpe?g|webp|gif|bmp|tiff?|avif)$/i,
  audio: /\.(?:wav|mp3|flac|ogg|oga|opus|m4a|aac|aiff?|amr|webm|mp4)$/i,
  json: /\.(?:json|csv|tsv)$/i,
  text: /\.(?:txt|md)$/i,
};

/** The field that files are for: the first one that takes files, or the first of all. */
export function getFileField({ fields }: Pick<Task, 'fields'>): readonly [name: string, field: Field] {
  const all = Object.entries(fields);
  return all.find(([, field]) => isFileField(field)) ?? all[0]!;
}

/** Whether a file is a table with a row per line, not the input of one row. */
export function isBatchTable(name: string, task: Pick<Task, 'fields'>): boolean {
  const [, { kind }] = getFileField(task);
  return (
    isParquetFile(name) || (isRowFile(name) && !(kind === 'json' && inputExtensions['json']!.test(name)))
  );
}

/** Orders names of files as people do: `2.png` before `10.png`. */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare;
