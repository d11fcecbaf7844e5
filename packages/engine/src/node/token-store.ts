import { join } from 'node:path';
import { checkAccessToken, type OAuthGrant, readGrant, type TokenStore } from '../auth/index.ts';
import { fileLock } from './file-lock.ts';
import { privateFile } from './private-file.ts';
import { defaultFolder } from './settings.ts';

/** Keeps each hub's token in a file of its own, so that no writer can lose what another wrote (F16). */
export function fileTokenStore(folder: string, hubUrl: string): TokenStore {
  const path = join(folder, `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
  const file = privateFile(path, {
    check: (value) => void storedSignIn(value),
    ownsFolder: folder === defaultFolder(),
  });
  let forThisSession: StoredSignIn | undefined;
  return {
    async read() {
      if (forThisSession !== undefined) return forThisSession;
      try {
        const stored = await file.read();
        return stored === undefined ? {} : storedSignIn(stored);
      } catch (error) {
        const kept = (await file.exists()) ? ' Signing in again keeps a copy of it.' : '';
        return { notice: `${file.path} is not used: ${reasonOf(error)}.${kept}` };
      }
    },
    async write(token, grant) {
      const signIn: StoredSignIn = grant ? { token, grant } : { token };
      try {
        await file.write(writtenSignIn(signIn, hubUrl));
        forThisSession = undefined;
        return {};
      } catch (error) {
        forThisSession = signIn;
        const before = (await file.exists()) ? ' The earlier sign-in is still stored there.' : '';
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
  return code ?? (error instanceof TypeError ? 'it holds no token' : message);
}

/** A token as it is kept, with what came along where it is from signing in through the hub. */
interface StoredSignIn {
  readonly token: string;
  readonly grant?: OAuthGrant;
}

/**
 * Reads what was stored: {hub, accessToken, oauth?}. A token without a usable grant is one that was pasted.
 * @throws InputTypeError when there is no token in it
 */
function storedSignIn(stored: Record<string, unknown>): StoredSignIn {
  const token = checkAccessToken(String(stored['accessToken']));
  const grant = readGrant(stored['oauth']);
  return grant ? { token, grant } : { token };
}

/** What {@link storedSignIn} reads; versions that know only tokens read it, too. */
function writtenSignIn({ token, grant }: StoredSignIn, hub: string): Record<string, unknown> {
  return { hub, accessToken: token, ...(grant ? { oauth: grant } : {}) };
}
