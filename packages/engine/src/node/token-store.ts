import { lstat, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { homedir } from 'node:os';
import {
  checkAccessToken,
  readGrant,
  type OAuthGrant,
  type StoredToken,
  type TokenStore,
} from '../auth/index.ts';
import { attempt, isRecord } from '../text/index.ts';
import { InputTypeError } from '../errors/index.ts';
import { withTimeout, type TokenRenewal } from '../http/index.ts';
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
import { defaultFolder, type Environment } from './settings.ts';

/** Each hub's token has its own file, so that writers cannot overwrite each other. */
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

export type TokenSource = 'HF_TOKEN' | 'store' | 'hub-file';

interface FoundToken {
  readonly token?: string | undefined;
  readonly source?: TokenSource;
  readonly grant?: OAuthGrant | undefined;
  /** One line about an unusable token. */
  readonly notice?: string | undefined;
}

/** The token file of the Hugging Face CLI ( HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME). */
export function hubTokenPath(environment: Environment): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const home = environment['HF_HOME'] || join(cache, 'huggingface');
  return environment['HF_TOKEN_PATH'] || join(home, 'token');
}

/** Milliseconds to renew an expired token before it is used as it is. */
const MAX_RENEWAL = 5000;

/** The token in `HF_TOKEN`. @throws InputTypeError if it is not a token */
export function tokenInEnvironment(environment: Environment): string | undefined {
  const token = environment['HF_TOKEN']?.trim();
  if (!token) return undefined;
  try {
    return checkAccessToken(token);
  } catch (error) {
    if (!(error instanceof InputTypeError)) throw error;
    throw new InputTypeError(error.message, { hint: 'It comes from HF_TOKEN: fix or unset that variable.' });
  }
}

/**
 * The token to use: `HF_TOKEN`, the stored one, or that of the Hugging Face CLI. Renews an expired stored token if
 * that is fast; otherwise uses it anyway, since clocks may be wrong.
 * @throws InputTypeError if `HF_TOKEN` is not a token
 */
export async function findToken(
  environment: Environment,
  store: TokenStore,
  renewal?: TokenRenewal,
  signal?: AbortSignal,
): Promise<FoundToken> {
  const environmentToken = tokenInEnvironment(environment);
  if (environmentToken !== undefined) return { token: environmentToken, source: 'HF_TOKEN' };
  const { token, grant, notice } = await store.read();
  if (token !== undefined) {
    const isOld = grant?.refreshToken !== undefined && grant.expiresAt <= Date.now();
    const renewed = isOld && renewal ? await renewedSoon(renewal, token, signal) : undefined;
    return { token: renewed ?? token, source: 'store', grant };
  }
  const path = hubTokenPath(environment);
  const text = String((await readIfPresent(path, MAX_TOKEN_FILE).catch(() => undefined)) ?? '');
  if (!text.trim()) return { notice };
  const hubFileToken = attempt(() => checkAccessToken(text));
  if (hubFileToken === undefined) return { notice: `${path} contains no valid token and was ignored.` };
  return { token: hubFileToken, source: 'hub-file', notice };
}

function renewedSoon(renewal: TokenRenewal, token: string, signal?: AbortSignal) {
  return withTimeout(MAX_RENEWAL, signal, (limited) => renewal.renew(token, limited)).catch(() => undefined);
}
