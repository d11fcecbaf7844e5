import type { TokenStore } from './token-store.ts';

/** Milliseconds: longer than a renewal that goes well, and short enough for a person who signs in or out. */
const LONGEST_WAIT = 5000;

/**
 * Signs in or out in a store while nobody renews what is there: a renewal that ends later would bring back what was
 * replaced. Where the store stays taken the work is done all the same, since what a person asks for goes first.
 * @throws CanceledError while it waits, and what the work throws
 */
export async function changeAlone<Result>(
  store: TokenStore,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (!store.exclusively) return work();
  let begun = false;
  const waited = new AbortController();
  const leave = () => waited.abort();
  const timer = setTimeout(leave, LONGEST_WAIT);
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    return await store.exclusively(begin, waited.signal);
  } catch (error) {
    if (begun || signal?.aborted || !waited.signal.aborted) throw error;
    return await work();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
