import type { BatchJournal, BatchLine, BatchSource, Row } from '@tryout/engine';

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
  return {
    lines,
    spent: 0,
    find: (key) => known.get(key),
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

export async function* toChunks(text: string | Uint8Array, size = Infinity): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + Math.min(size, bytes.length));
}
