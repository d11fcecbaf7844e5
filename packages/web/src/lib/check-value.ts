import type { checkValue, Transport } from '@tryout/engine';
import workerUrl from './check-worker.ts?worker&url';
import { openWorker, type OpenWorker } from './open-worker.ts';

let worker: OpenWorker<typeof checkValue> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Checks values one after another in a worker, which is ended if it takes too long. */
export const checkInWorker: NonNullable<Transport['checkValue']> = (schema, value, milliseconds) => {
  const checked = last.then(async () => {
    const { host: check, lost, end } = (worker ??= openWorker<typeof checkValue>(workerUrl));
    lost.catch(() => (worker = undefined));
    // Loading takes its own time.
    await Promise.race([check({}, null), lost]);
    const timer = setTimeout(() => end(new Error('The check took too long')), milliseconds);
    return Promise.race([check(schema, value), lost]).finally(() => clearTimeout(timer));
  });
  last = checked.catch(() => undefined);
  return checked;
};
