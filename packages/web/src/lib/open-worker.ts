import { LoadError } from '@tryout/engine';

/** Missing in TypeScript's library (W3C Trusted Types). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Starts a worker of the app.
 * @param url from an import with `?worker&url`, never a URL from elsewhere
 * @returns the worker, a promise that rejects when it is ended or cannot be loaded, and what ends it
 */
export function openWorker(url: string) {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('tryout-worker', { createScriptURL: (own) => own });
  const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
  let end!: (error: Error) => void;
  const lost = new Promise<never>((_resolve, reject) => {
    end = (error) => {
      worker.terminate();
      reject(error);
    };
  });
  lost.catch(() => undefined);
  worker.onerror = (event) => end(new LoadError(event));
  return { worker, lost, end };
}
