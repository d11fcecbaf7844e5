import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT } from './fake-hub.ts';

/** Stores a sign-in from OAuth at a hub on this machine, which has expired by default. @returns the path of its file */
export function storeSignIn(folder: string, port: number, change: Record<string, unknown> = {}): string {
  const path = join(folder, 'settings', `token-127.0.0.1%3A${port}.json`);
  const expiresAt = Date.now() - 1000;
  const oauth = { clientId: CLIENT, scope: 'openid', expiresAt, refreshToken: 'refresh1', ...change };
  mkdirSync(join(folder, 'settings'), { recursive: true });
  writeFileSync(path, JSON.stringify({ accessToken: 'hf_oauth_token1', oauth }), { mode: 0o600 });
  return path;
}
