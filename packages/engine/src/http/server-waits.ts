import type { Connection } from './connection.ts';
import { pause } from './deadlines.ts';

/** Seconds that Tryout waits for a server that says how long. */
export const MAX_SERVER_WAIT = 600;

/**
 * Waits as long as a server says.
 * @param seconds from `Retry-After` or `RateLimit`, or between attempts
 * @param failure what to throw instead of a wait that is too long, or that exceeds the total deadline
 */
export async function waitForServer(
  { finishBy = Infinity }: Pick<Connection, 'finishBy'>,
  seconds: number,
  failure: Error,
  signal?: AbortSignal,
): Promise<void> {
  const isTooLong = seconds > MAX_SERVER_WAIT || Date.now() + seconds * 1000 >= finishBy;
  if (isTooLong) throw failure;
  await pause(seconds * 1000, signal);
}
