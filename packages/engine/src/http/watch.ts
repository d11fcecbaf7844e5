import { CanceledError, TimeoutError, type Deadline } from '../errors/index.ts';
import type { Connection } from './connection.ts';

/** The deadlines that are kept here; how long connecting may take is the transport's. */
type WatchedDeadline = Exclude<Deadline, 'connect'>;

/**
 * Watches over one exchange: its signal aborts when the person cancels or a deadline passes, with the error that says
 * which as the reason.
 */
export interface Watch {
  readonly signal: AbortSignal;
  /** Starts the deadline that holds from now on, in place of the one before. */
  expect(deadline: WatchedDeadline): void;
  /** Set while a body goes out piece by piece. */
  isUploading: boolean;
  /** Ends watching; the exchange is over. An upload that the server did not want to the end is broken off. */
  end(): void;
}

/** Watches an exchange with `url` from now on. */
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
    expect(deadline) {
      clearTimeout(current);
      // An upload may still be going out when the answer has been read: nobody waits for it any more.
      if (!ended) current = abortAt(deadline, seconds[deadline] * 1000);
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
