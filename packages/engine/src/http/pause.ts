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
