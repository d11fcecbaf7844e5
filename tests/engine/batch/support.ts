import {
  createKeyNumbers,
  sourcesFromBlobs,
  taskNamed,
  type BatchJournal,
  type BatchLine,
  type BatchSource,
  type Row,
} from '@tryout/engine';
import { connectionAt } from '../../support/ask.ts';

/** Rows of a table in memory. */
export function sourceOf(...rows: readonly Row[]): BatchSource {
  return {
    count: () => Promise.resolve(rows.length),
    async *rows() {
      yield* rows;
    },
  };
}

/** Keeps lines in memory, and finds those of an earlier journal. */
export function memoryJournal(
  before: readonly BatchLine[] = [],
): BatchJournal & { readonly lines: BatchLine[] } {
  const known = new Map(before.map(({ key, error }) => [key, error ? 'failed' : 'done'] as const));
  const lines: BatchLine[] = [];
  const numbers = createKeyNumbers();
  for (const { key } of before) numbers.add(key);
  return {
    lines,
    spent: 0,
    find: (key) => known.get(key),
    numbersOf: numbers.numbersOf,
    append: (line) => Promise.resolve(void lines.push(line)),
    saveMedia: () => Promise.resolve(undefined),
  };
}

/** All items of an iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The rows of a file of a browser. */
export function rowsOf(blob: Blob, path: string): AsyncIterable<Row> {
  const task = taskNamed('text-classification');
  return sourcesFromBlobs([{ path, blob }], task, connectionAt('http://127.0.0.1:9'))[0]!.rows();
}

/** A file that is read in these pieces. */
export function fileInPieces(pieces: Iterable<Uint8Array>): Blob {
  const stream = () => {
    const left = pieces[Symbol.iterator]();
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const { done, value } = left.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  };
  return { stream } as unknown as Blob;
}

/** The rows of a table that is read in pieces of some bytes. */
export function readTable(text: string | Uint8Array, name = 'a.csv', size = Infinity): Promise<Row[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  function* pieces() {
    for (let at = 0; at < bytes.length; at += size)
      yield bytes.subarray(at, at + Math.min(size, bytes.length));
  }
  return collect(rowsOf(fileInPieces(pieces()), name));
}
