import { LoadError, type checkValue, type Transport } from '@tryout/engine';
import { wrap } from 'comlink';
import workerUrl from './check-worker.ts?worker&url';
import { openWorker } from './open-worker.ts';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Checks values one after another in a worker, which is ended if it takes too long. */
export const checkInWorker: NonNullable<Transport['checkValue']> = (schema, value, milliseconds) => {
  const checked = last.then(async () => {
    const open = (worker ??= openWorker(workerUrl));
    const check = wrap<typeof checkValue>(open);
    let end!: (error: Error) => void;
    const lost = new Promise<never>((_resolve, reject) => {
      end = (error) => {
        open.terminate();
        worker = undefined;
        reject(error);
      };
    });
    open.onerror = (event) => end(new LoadError(event));
    // Loading takes its own time.
    await Promise.race([check({}, null), lost]);
    const timer = setTimeout(() => end(new Error('The check took too long')), milliseconds);
    return Promise.race([check(schema, value), lost]).finally(() => clearTimeout(timer));
  });
  last = checked.catch(() => undefined);
  return checked;
};
