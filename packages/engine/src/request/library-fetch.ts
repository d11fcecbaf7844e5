/** The fetch for each piece of work under way, by the abort signal that the library hands on with each request. */
const byWork = new WeakMap<AbortSignal, typeof fetch>();

/** Milliseconds; how many does not matter. */
const A_WHILE = 60_000;

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
  // The library's pauses between two polls do not keep Node running: without this a program would end in mid-work.
  const running = setInterval(() => undefined, A_WHILE);
  try {
    return await work();
  } finally {
    clearInterval(running);
    byWork.delete(signal);
    underWay -= 1;
    if (underWay === 0 && platformFetch) globalThis.fetch = platformFetch;
  }
}
