import type { TokenStore } from './token-store.ts';

/**
 * Runs work with a signal that aborts with the given one or after a timeout. In Node 20, `AbortSignal.any` may be
 * garbage collected before it aborts.
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
 * Runs a sign-in or sign-out while no renewal runs, which could restore the old token. Runs it anyway if the store stays
 * locked.
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
