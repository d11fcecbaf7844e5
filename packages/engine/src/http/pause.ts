import { CanceledError, isFailure } from '../errors/index.ts';

/** The error of an aborted signal. */
export function abortReason(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return isFailure(reason) ? reason : new CanceledError();
}

/** The result of a promise. @throws {@link abortReason} once the signal aborts */
export async function unlessAborted<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(abortReason(signal));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Waits. @throws {@link abortReason} once the signal aborts */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await unlessAborted(ended, signal).finally(() => clearTimeout(timer));
}

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
