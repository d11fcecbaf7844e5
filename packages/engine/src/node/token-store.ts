import { join } from 'node:path';
import type { TokenStore } from '../auth/index.ts';
import { checkAccessToken } from '../auth/index.ts';
import { privateFile } from './private-file.ts';

/** Keeps each hub's token in a file of its own, so that no writer can lose what another wrote (F16). */
export function fileTokenStore(folder: string, hubUrl: string): TokenStore {
  const path = join(folder, `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
  const file = privateFile(path, (value) => void tokenIn(value));
  let forThisSession: string | undefined;
  return {
    async read() {
      if (forThisSession !== undefined) return { token: forThisSession };
      try {
        const stored = await file.read();
        return stored === undefined ? {} : { token: tokenIn(stored) };
      } catch (error) {
        const kept = (await file.exists()) ? ' Signing in again keeps a copy of it.' : '';
        return { notice: `${file.path} is not used: ${reasonOf(error)}.${kept}` };
      }
    },
    async write(token) {
      try {
        await file.write({ hub: hubUrl, accessToken: token });
        forThisSession = undefined;
        return {};
      } catch (error) {
        forThisSession = token;
        return {
          notice: `Signed in for this session only: ${file.path} cannot be written (${reasonOf(error)}).`,
        };
      }
    },
    async clear() {
      forThisSession = undefined;
      await file.remove();
    },
  };
}

/** @throws InputTypeError when there is no token in it */
function tokenIn(stored: Record<string, unknown>): string {
  return checkAccessToken(String(stored['accessToken']));
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof TypeError ? 'it holds no token' : message);
}
