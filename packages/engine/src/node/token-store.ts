import { lstat, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  checkAccessToken,
  readGrant,
  type OAuthGrant,
  type StoredToken,
  type TokenStore,
} from '../auth/index.ts';
import { attempt, isRecord } from '../text/index.ts';
import { fileLock } from './file-lock.ts';
import { MAX_TOKEN_FILE, readIfPresent } from './files.ts';
import {
  closeFile,
  closeFolder,
  createFolder,
  getFileReason,
  isAbandoned,
  removeFile,
  removeFiles,
  replace,
} from './private-file.ts';
import { defaultFolder } from './settings.ts';

/** Each hub's token has its own file, so that writers cannot overwrite each other (F16). */
export function fileTokenStore(folder: string, hubUrl: string): TokenStore {
  const path = join(folder, `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
  /** An unusable file that was replaced. */
  const backup = `${path}.backup`;
  const ownsFolder = folder === defaultFolder();
  const lock = fileLock(`${path}.lock`);
  const pending = new Set<Promise<unknown>>();
  let forThisSession: StoredToken | undefined;
  const isOwn = (name: string) => [basename(path), `${basename(path)}.lock`].includes(name);
  const removeAbandoned = () => removeFiles(folder, (name) => isAbandoned(name, isOwn));

  /** @throws Error with the reason if the file is unusable */
  async function readFileToken(): Promise<Partial<StoredToken>> {
    if (!(await closeFile(path))) return {};
    if (ownsFolder) await closeFolder(folder);
    const text = String(await readIfPresent(path, MAX_TOKEN_FILE)).replace(/^\ufeff/, '');
    const stored = attempt(() => JSON.parse(text) as unknown);
    if (!isRecord(stored) || Array.isArray(stored)) throw new Error('it has an unexpected format');
    return { token: checkAccessToken(String(stored['accessToken'])), grant: readGrant(stored['oauth']) };
  }

  async function writeFileToken(token: string, grant?: OAuthGrant): Promise<void> {
    await createFolder(folder);
    if (ownsFolder) await closeFolder(folder);
    await removeAbandoned();
    await readFileToken().catch(() => rename(path, backup).catch(ignoreMissing));
    await replace(path, `${JSON.stringify({ hub: hubUrl, accessToken: token, oauth: grant })}\n`);
  }

  return {
    async read() {
      try {
        return forThisSession ?? (await readFileToken());
      } catch (error) {
        const step = (await exists(path)) ? ' Signing in again backs it up.' : '';
        return { notice: `Ignored ${path}: ${getReason(error)}.${step}` };
      }
    },
    async write(token, grant) {
      try {
        await writeFileToken(token, grant);
        forThisSession = undefined;
        return {};
      } catch (error) {
        forThisSession = { token, grant };
        const before = (await exists(path)) ? ' The previous sign-in is still stored there.' : '';
        return {
          notice: `Signed in for this session only: ${path} cannot be written (${getReason(error)}).${before}`,
        };
      }
    },
    async clear() {
      forThisSession = undefined;
      await removeAbandoned();
      for (const each of [path, backup]) await removeFile(each);
    },
    exclusively(work, signal) {
      const task = lock(work, signal);
      pending.add(task);
      return task.finally(() => pending.delete(task));
    },
    pending,
  };
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** ENOTDIR also means that there is no file. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

function getReason(error: unknown): string {
  const hasCode = (error as NodeJS.ErrnoException).code !== undefined;
  return error instanceof TypeError && !hasCode ? 'it contains no token' : getFileReason(error);
}
