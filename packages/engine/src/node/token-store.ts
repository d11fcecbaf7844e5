import { join } from 'node:path';
import type { TokenStore } from '../auth/index.ts';
import { checkAccessToken } from '../auth/index.ts';
import { privateFile } from './private-file.ts';

/** Keeps each hub's token in a file of its own, so that no writer can lose what another wrote (F16). */
export function fileTokenStore(folder: string, hubUrl: string): TokenStore {
  const file = privateFile(join(folder, `token-${encodeURIComponent(new URL(hubUrl).host)}.json`));
  let forThisSession: string | undefined;
  return {
    async read() {
      if (forThisSession !== undefined) return { token: forThisSession };
      try {
        const stored = await file.read();
        return stored === undefined ? {} : { token: checkAccessToken(String(stored['accessToken'])) };
      } catch (error) {
        return {
          notice: `${file.path} is not used: ${reasonOf(error)}. Signing in again keeps a copy of it.`,
        };
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

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof TypeError ? 'it holds no token' : message);
}
