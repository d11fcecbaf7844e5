/** Missing in TypeScript's library (W3C Trusted Types). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Starts a worker of the app. @param url from an import with `?worker&url`, never a URL from elsewhere */
export function openWorker(url: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('tryout-worker', { createScriptURL: (own) => own });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
}
