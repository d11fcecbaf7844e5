import { whenHandlesAreFree } from '../http/index.ts';

/** The results of work on each item, in the order of the items. Works on up to `width` items at the same time. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, void> {
  const started: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = whenHandlesAreFree(() => work(item));
      // It may fail before its turn.
      result.catch(() => undefined);
      started.push(result);
      if (started.length >= width) yield await started.shift()!;
    }
  } catch (error) {
    // The rows before the error are complete.
    while (started.length > 0) yield await started.shift()!;
    throw error;
  }
  while (started.length > 0) yield await started.shift()!;
}
