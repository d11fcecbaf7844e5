import { CanceledError } from '../errors/index.ts';

/** Waits. @throws CanceledError once the signal aborts */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(new CanceledError());
      else resolve();
    }
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
