import { CanceledError } from '../../errors/index.ts';

/** How time passes; tests have their own. */
export interface Clock {
  /** Milliseconds that only ever grow: setting the clock of the machine changes nothing. */
  now(): number;
  /** @throws CanceledError as soon as the signal aborts */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CanceledError());
      const cancel = () => {
        clearTimeout(timer);
        reject(new CanceledError());
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', cancel, { once: true });
    }),
};
