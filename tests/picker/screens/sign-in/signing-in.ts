import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, temporaryFolder } from '../../../support/cli.ts';
import { inProcessTerminal } from '../../../support/in-process-terminal.ts';
import type { TerminalOptions, TerminalSession } from '../../../support/terminal-session.ts';

/** The sign-in methods by their numbers in the menu. */
export const METHOD = { token: '1', browser: '2', device: '3', sandbox: '4' } as const;

/** Opens the picker signed out, at the menu of sign-in methods. */
export async function signedOut(
  hub: { hubUrl: string; inferenceUrl: string },
  { environment, ...options }: TerminalOptions = {},
): Promise<TerminalSession & { readonly folder: string }> {
  const folder = options.folder ?? temporaryFolder();
  const session = inProcessTerminal(at(hub), {
    ...options,
    folder,
    environment: { TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox', BROWSER: 'true', ...environment },
  });
  await session.until(/Paste a token/);
  return { ...session, folder };
}

/** The stored sign-in of a hub; undefined if there is none. */
export function storedTokenAt(
  folder: string,
  hubUrl: string,
): { accessToken?: string; oauth?: unknown } | undefined {
  const path = join(folder, 'settings', `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { accessToken?: string; oauth?: unknown })
    : undefined;
}
