import { CanceledError, isFailure, TimeoutError, type Deadline } from '../errors/index.ts';
import type { Connection } from './connection.ts';

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

/**
 * The result of a lookup that the caller can do without; undefined if it fails.
 * @throws its error if the signal has aborted, or the time for everything is over
 */
export async function unlessFailed<Result>(
  lookup: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  try {
    return await lookup;
  } catch (error) {
    const isOver = (error as { readonly deadline?: unknown }).deadline === 'total';
    if (signal?.aborted || isOver) throw error;
    return undefined;
  }
}

/** Milliseconds: longer timers end at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/** Waits, at most 24 days. @throws {@link abortReason} once the signal aborts */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<void>(
    (resolve) => (timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER))),
  );
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

/** The transport has its own deadline for connecting. */
type WatchedDeadline = Exclude<Deadline, 'connect'>;

/** The deadlines of one exchange. Its signal aborts with a CanceledError or TimeoutError as the reason. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Starts a deadline in place of the current one. @param max seconds after which it ends at the latest */
  expect(deadline: WatchedDeadline, max?: number): void;
  isUploading: boolean;
  /** Ends the exchange, and an upload that is still running. */
  end(): void;
}

export function watchExchange(connection: Connection, url: string, signal?: AbortSignal): Watch {
  const controller = new AbortController();
  const { deadlines } = connection;
  const seconds: Record<WatchedDeadline, number> = {
    'first byte': deadlines.firstByte,
    idle: deadlines.idle,
    total: deadlines.total,
  };
  const abortAt = (deadline: WatchedDeadline, milliseconds: number) =>
    setTimeout(() => controller.abort(new TimeoutError(deadline, seconds[deadline], url)), milliseconds);
  const cancel = () => controller.abort(new CanceledError());

  const left =
    connection.finishBy === undefined ? seconds.total * 1000 : Math.max(connection.finishBy - Date.now(), 0);
  const total = abortAt('total', left);
  let current: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    isUploading: false,
    expect(deadline, max = Infinity) {
      clearTimeout(current);
      // An upload may continue after the response was read.
      if (!ended) current = abortAt(deadline, Math.min(seconds[deadline], max) * 1000);
    },
    end() {
      ended = true;
      clearTimeout(current);
      clearTimeout(total);
      signal?.removeEventListener('abort', cancel);
      if (this.isUploading) controller.abort();
    },
  };
}
