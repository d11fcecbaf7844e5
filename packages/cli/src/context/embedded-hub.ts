import type { Sandbox, SandboxOptions } from '@tryout/sandbox';

/** Signs in to the embedded hub; it takes any token of this form. */
export const SANDBOX_TOKEN = 'hf_sandbox';

/** The app that the embedded hub knows beforehand. */
export const SANDBOX_CLIENT_ID = 'tryout-sandbox';

/** Starts the embedded hub, which is loaded only now. */
export async function startEmbeddedHub(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox } = await import('@tryout/sandbox');
  return startSandbox(options);
}
