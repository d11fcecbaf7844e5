import type { Sandbox, SandboxOptions } from '@tryout/sandbox';

export const SANDBOX_TOKEN = 'hf_sandbox';

/** The embedded hub's registered OAuth app. */
export const SANDBOX_CLIENT_ID = 'tryout-sandbox';

export async function startEmbeddedHub(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox } = await import('@tryout/sandbox');
  return startSandbox(options);
}
