import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkAccessToken, type OAuthGrant, type TokenStore } from '../auth/index.ts';
import { InputTypeError } from '../errors/index.ts';
import type { TokenRenewal } from '../http/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a token came from. */
export type TokenSource = 'HF_TOKEN' | 'store' | 'hub-file';

export interface FoundToken {
  readonly token?: string;
  readonly source?: TokenSource;
  /** What came along with a token from signing in through the hub. */
  readonly grant?: OAuthGrant;
  /** One line about something that was passed over. */
  readonly notice?: string;
}

/** The file in which the Hub's own tools keep their token (huggingface_hub: HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME). */
export function hubTokenPath(environment: Environment): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const home = environment['HF_HOME'] || join(cache, 'huggingface');
  return environment['HF_TOKEN_PATH'] || join(home, 'token');
}

/** Milliseconds that a token may take to be renewed before it is tried: perhaps it holds after all. */
const PATIENCE = 5000;

/** The token in `HF_TOKEN`, which goes before all others. @throws InputTypeError when it is set to something else */
export function tokenInEnvironment(environment: Environment): string | undefined {
  const given = environment['HF_TOKEN']?.trim();
  return given ? tokenFromEnvironment(given) : undefined;
}

/**
 * The token to use: `HF_TOKEN`, else the store's, else that of the Hub's own tools. One of the store that has expired
 * is renewed first, where that is possible soon; else it is used all the same, since clocks may be wrong and the hub
 * knows.
 * @throws InputTypeError when `HF_TOKEN` is set to something that is no token
 */
export async function findToken(
  environment: Environment,
  store: TokenStore,
  renewal?: TokenRenewal,
  signal?: AbortSignal,
): Promise<FoundToken> {
  const given = tokenInEnvironment(environment);
  if (given !== undefined) return { token: given, source: 'HF_TOKEN' };
  const { token, grant, notice } = await store.read();
  if (token !== undefined) {
    const isOld = grant?.refreshToken !== undefined && grant.expiresAt <= Date.now();
    const renewed = isOld && renewal ? await renewedSoon(renewal, token, signal) : undefined;
    return { token: renewed ?? token, source: 'store', ...(grant ? { grant } : {}) };
  }
  const passedOver = notice === undefined ? {} : { notice };
  const text = await readFile(hubTokenPath(environment), 'utf8').catch(() => undefined);
  if (!text?.trim()) return passedOver;
  try {
    return { token: checkAccessToken(text), source: 'hub-file', ...passedOver };
  } catch {
    return { notice: `${hubTokenPath(environment)} holds no token and is not used.` };
  }
}

/** The renewed token; undefined where there is none soon. What is under way goes on. */
async function renewedSoon(
  renewal: TokenRenewal,
  token: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const waited = new AbortController();
  const leave = () => waited.abort();
  const timer = setTimeout(leave, PATIENCE);
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  try {
    return await renewal.renew(token, waited.signal);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** The message is the rule's own; the hint says whose token it is. */
function tokenFromEnvironment(given: string): string {
  try {
    return checkAccessToken(given);
  } catch (error) {
    if (!(error instanceof InputTypeError)) throw error;
    throw new InputTypeError(error.message, {
      hint: 'It is the one in HF_TOKEN: mend that variable, or unset it.',
    });
  }
}
