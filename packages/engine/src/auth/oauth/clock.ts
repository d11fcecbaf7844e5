import { CancelledError } from '../../errors/index.ts';

/** How time passes; tests have their own. */
export interface Clock {
  /** Milliseconds that only ever grow: setting the clock of the machine changes nothing. */
  now(): number;
  /** @throws CancelledError as soon as the signal aborts */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CancelledError());
      const cancel = () => {
        clearTimeout(timer);
        reject(new CancelledError());
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', cancel, { once: true });
    }),
};
