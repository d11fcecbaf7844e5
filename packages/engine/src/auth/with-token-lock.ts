import type { TokenStore } from './token-store.ts';

/**
 * Does work with a signal that aborts with the given one or after some milliseconds. `AbortSignal.any` may be garbage
 * collected before it aborts (Node 20).
 */
export async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Milliseconds; a renewal usually takes less. */
const MAX_WAIT = 5000;

/**
 * Signs in or out while no renewal runs, which could otherwise restore the old token. If the store stays locked, the
 * work is done anyway.
 * @throws CanceledError while it waits, and what the work throws
 */
export async function withTokenLock<Result>(
  store: TokenStore,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let hasStarted = false;
  const begin = () => {
    hasStarted = true;
    return work();
  };
  return withTimeout(MAX_WAIT, signal, async (wait) => {
    try {
      return await (store.exclusively?.(begin, wait) ?? begin());
    } catch (error) {
      if (hasStarted || signal?.aborted || !wait.aborted) throw error;
      return work();
    }
  });
}
