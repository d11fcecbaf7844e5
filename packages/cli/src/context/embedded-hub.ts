import type { Sandbox, SandboxOptions } from '@tryout/sandbox';

/** The token of `--sandbox`; the embedded hub accepts any token that starts with `hf_`. */
export const SANDBOX_TOKEN = 'hf_sandbox';

/** The OAuth app that the embedded hub knows. */
export const SANDBOX_CLIENT_ID = 'tryout-sandbox';

/** Starts the embedded hub, which is loaded on demand. */
export async function startEmbeddedHub(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox } = await import('@tryout/sandbox');
  return startSandbox(options);
}
