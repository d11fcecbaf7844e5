import type { Transport } from '@tryout/engine';
import workerUrl from './check-worker.ts?worker&url';
import { openWorker } from './open-worker.ts';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Checks values one after another in a worker, which is ended if it takes too long. */
export const checkInWorker: NonNullable<Transport['checkValue']> = (schema, value, milliseconds) => {
  const check = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const isNew = worker === undefined;
      const current = (worker ??= openWorker(workerUrl));
      const fail = () => {
        worker = undefined;
        current.terminate();
        reject(new Error('The check took too long'));
      };
      // A new worker is loaded first.
      const timer = setTimeout(fail, milliseconds + (isNew ? MAX_LOADING : 0));
      current.onmessage = ({ data }: MessageEvent<string | undefined>) => {
        clearTimeout(timer);
        resolve(data);
      };
      current.onerror = fail;
      current.postMessage({ schema, value });
    });
  const checked = last.then(check);
  last = checked.catch(() => undefined);
  return checked;
};

/** Milliseconds. */
const MAX_LOADING = 10_000;
