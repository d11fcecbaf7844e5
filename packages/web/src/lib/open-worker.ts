import { LoadError } from '@tryout/engine';
import { wrap, type Remote } from 'comlink';

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
