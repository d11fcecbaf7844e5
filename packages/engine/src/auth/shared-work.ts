import { CanceledError, isFailure } from '../errors/index.ts';

/** Work that several callers wait for. */
export interface SharedWork<Result> {
  /**
   * Waits for the work until the signal aborts. The others go on waiting.
   * @throws what the work throws; the signal's reason where that is a failure, else CanceledError
   */
  wait(signal?: AbortSignal): Promise<Result>;
}

/**
 * Begins work for callers that come and go.
 * @param work its signal aborts when nobody waits any more; what must be finished all the same pays no heed to it
 * @param left called then as well: who comes later begins anew
 */
export function shareWork<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  left: () => void,
): SharedWork<Result> {
  const abandoned = new AbortController();
  const done = work(abandoned.signal);
  // Its failure is nobody's when all have left.
  done.catch(() => undefined);
  let waiting = 0;
  return {
    async wait(signal) {
      waiting += 1;
      let stop: () => void = () => undefined;
      const leaves = new Promise<never>((_resolve, reject) => {
        stop = () => reject(failureOf(signal));
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([done, leaves]);
      } finally {
        signal?.removeEventListener('abort', stop);
        waiting -= 1;
        if (waiting === 0) {
          left();
          abandoned.abort();
        }
      }
    },
  };
}

/** Why a signal aborted, as a failure. */
export function failureOf(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return isFailure(reason) ? reason : new CanceledError();
}
