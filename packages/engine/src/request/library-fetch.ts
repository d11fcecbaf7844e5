/** The fetch for each piece of work under way, by the abort signal that the library hands on with each request. */
const byWork = new WeakMap<AbortSignal, typeof fetch>();

let underWay = 0;
let platformFetch: typeof fetch | undefined;

/**
 * @huggingface/inference polls queues and fetches files with the global fetch and takes no other there (platform
 * facts, 3). While such work is under way the global fetch looks at each request's signal: requests of this work go
 * to `libraryFetch`, all others to the platform's fetch as ever.
 */
export async function withLibraryFetch<T>(
  signal: AbortSignal,
  libraryFetch: typeof fetch,
  work: () => Promise<T>,
): Promise<T> {
  byWork.set(signal, libraryFetch);
  if (underWay === 0) {
    const original = globalThis.fetch;
    platformFetch = original;
    globalThis.fetch = (input, init) => ((init?.signal && byWork.get(init.signal)) ?? original)(input, init);
  }
  underWay += 1;
  try {
    return await work();
  } finally {
    byWork.delete(signal);
    underWay -= 1;
    if (underWay === 0 && platformFetch) globalThis.fetch = platformFetch;
  }
}
