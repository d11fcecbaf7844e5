import { LoadError, type checkValue, type Transport } from '@tryout/engine';
import { wrap, type Remote } from 'comlink';
import workerUrl from './check-worker.ts?worker&url';

/** Missing in TypeScript's library (W3C Trusted Types). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** A worker of the app, with its functions. */
export interface OpenWorker<Host> {
  readonly host: Remote<Host>;
  /** Rejects when it ends. */
  readonly lost: Promise<never>;
  end(error: Error): void;
}

/** Starts a worker of the app. @param url from an import with `?worker&url`, never a URL from elsewhere */
export function openWorker<Host>(url: string): OpenWorker<Host> {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('tryout-worker', { createScriptURL: (own) => own });
  const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
  let end: OpenWorker<Host>['end'] = () => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    end = (error) => {
      worker.terminate();
      reject(error);
    };
  });
  lost.catch(() => undefined);
  worker.onerror = (event) => end(new LoadError(event));
  return { host: wrap<Host>(worker), lost, end };
}

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
