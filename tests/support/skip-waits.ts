import { vi } from 'vitest';

/**
 * Ends waits of this many seconds at once, and moves the clock on, until `vi.restoreAllMocks()`.
 * @returns the waits that ended
 */
export function skipWaits(seconds: number): number[] {
  const skipped: number[] = [];
  let offset = 0;
  const [wait, now, today] = [setTimeout, performance.now.bind(performance), Date.now];
  vi.spyOn(performance, 'now').mockImplementation(() => now() + offset);
  vi.spyOn(Date, 'now').mockImplementation(() => today() + offset);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, milliseconds = 0) => {
    // Some are until a moment that the server named a while ago, in whole seconds.
    const missing = seconds - milliseconds / 1000;
    if (seconds === 0 || missing > 10 || missing < -1) return wait(callback, milliseconds);
    return wait(() => {
      offset += milliseconds;
      skipped.push(seconds);
      callback();
    }, 0);
  }) as typeof setTimeout);
  return skipped;
}
