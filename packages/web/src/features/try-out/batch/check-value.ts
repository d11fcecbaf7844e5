import type { checkValue, Transport } from '@tryout/engine';
import { wrap } from 'comlink';
import workerUrl from './check-worker.ts?worker&url';
import { openWorker } from './open-worker.ts';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Checks values one after another in a worker, which is ended if it takes too long. */
export const checkInWorker: NonNullable<Transport['checkValue']> = (schema, value, milliseconds) => {
  const checked = last.then(async () => {
    worker ??= openWorker(workerUrl);
    const check = wrap<typeof checkValue>(worker);
    // Loading takes its own time.
    await check({}, null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        worker?.terminate();
        worker = undefined;
        reject(new Error('The check took too long'));
      }, milliseconds);
    });
    return Promise.race([check(schema, value), late]).finally(() => clearTimeout(timer));
  });
  last = checked.catch(() => undefined);
  return checked;
};
