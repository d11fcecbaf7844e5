/** The fetch of each run, by the abort signal that the library passes on. */
const byWork = new WeakMap<AbortSignal, typeof fetch>();

const KEEP_ALIVE_INTERVAL = 60_000;

let underWay = 0;
let platformFetch: typeof fetch | undefined;

/**
 * @huggingface/inference polls queues and downloads files with the global fetch. While it does, requests with this
 * signal go to `libraryFetch`, all others to the platform's fetch.
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
  // The library's pauses between polls do not keep Node running.
  const running = setInterval(() => undefined, KEEP_ALIVE_INTERVAL);
  try {
    return await work();
  } finally {
    clearInterval(running);
    byWork.delete(signal);
    underWay -= 1;
    if (underWay === 0 && platformFetch) globalThis.fetch = platformFetch;
  }
}
