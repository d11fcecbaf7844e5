import { join } from 'node:path';
import { checkAccessToken, readGrant, type StoredToken, type TokenStore } from '../auth/index.ts';
import { fileLock } from './file-lock.ts';
import { privateFile } from './private-file.ts';
import { defaultFolder } from './settings.ts';

/** Each hub's token has its own file, so that writers cannot overwrite each other (F16). */
export function fileTokenStore(folder: string, hubUrl: string): TokenStore {
  const path = join(folder, `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
  const file = privateFile(path, {
    check: (value) => void readToken(value),
    ownsFolder: folder === defaultFolder(),
  });
  let forThisSession: StoredToken | undefined;
  return {
    async read() {
      if (forThisSession) return forThisSession;
      try {
        const stored = await file.read();
        return stored === undefined ? {} : readToken(stored);
      } catch (error) {
        const kept = (await file.exists()) ? ' Signing in again backs it up.' : '';
        return { notice: `Ignored ${file.path}: ${reasonOf(error)}.${kept}` };
      }
    },
    async write(token, grant) {
      try {
        await file.write({ hub: hubUrl, accessToken: token, oauth: grant });
        forThisSession = undefined;
        return {};
      } catch (error) {
        forThisSession = { token, grant };
        const before = (await file.exists()) ? ' The previous sign-in is still stored there.' : '';
        return {
          notice: `Signed in for this session only: ${file.path} cannot be written (${reasonOf(error)}).${before}`,
        };
      }
    },
    async clear() {
      forThisSession = undefined;
      await file.remove();
    },
    exclusively: fileLock(`${path}.lock`),
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? (error instanceof TypeError ? 'it contains no token' : message);
}

/** @throws InputTypeError if there is no token */
function readToken(stored: Record<string, unknown>): StoredToken {
  return { token: checkAccessToken(String(stored['accessToken'])), grant: readGrant(stored['oauth']) };
}
