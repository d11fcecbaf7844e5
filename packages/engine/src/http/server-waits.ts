import { pause, type Connection } from './connection.ts';

/** Seconds that a batch waits for a server that says how long. */
export const MAX_SERVER_WAIT = 600;

/**
 * Waits as long as a server says, and reports it: within the total deadline, or 10 minutes without one.
 * @param seconds from `Retry-After` or `RateLimit`, or between attempts
 * @param failure thrown at once if that is longer
 */
export async function waitForServer(
  { finishBy, onWait }: Pick<Connection, 'finishBy' | 'onWait'>,
  seconds: number,
  failure: Error,
  signal?: AbortSignal,
): Promise<void> {
  const left = finishBy === undefined ? MAX_SERVER_WAIT : (finishBy - Date.now()) / 1000;
  if (seconds > left) throw failure;
  onWait?.(seconds);
  await pause(seconds * 1000, signal);
}
