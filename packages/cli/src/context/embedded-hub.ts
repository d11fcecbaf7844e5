import { HUB_URL, isFailure, SANDBOX, visibleLine, type RunFile } from '@tryout/engine';
import type { Sandbox, SandboxOptions } from '@tryout/sandbox';
import { findLauncher } from '../files/program.ts';

/** The guest's, for pages. */
export const SANDBOX_TOKEN = 'hf_sandbox';

/** The embedded hub's registered OAuth app. */
export const SANDBOX_CLIENT_ID = 'tryout-sandbox';

export async function startEmbeddedHub(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox } = await import('@tryout/sandbox');
  const program = [process.execPath, findLauncher()];
  return startSandbox({ program, ...options });
}

export function isSandboxModel(model = ''): boolean {
  return /^(?:sandbox|trouble)\//.test(model);
}

export function isFromSandbox({ hub, model }: RunFile): boolean {
  return hub === SANDBOX || isSandboxModel(model);
}

/**
 * The hint for the error of a model of the sandbox, for example of a run that is repeated without `--sandbox`.
 * @param hubUrl where the model was looked up
 */
export function sandboxHint(error: unknown, hubUrl: string, model = ''): string | undefined {
  if (hubUrl !== HUB_URL || !isSandboxModel(model) || !isFailure(error) || error.outcome === 'canceled')
    return undefined;
  return `${visibleLine(model)} is a model of the sandbox. Add --sandbox.`;
}
