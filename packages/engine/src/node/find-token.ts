import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkAccessToken, type OAuthGrant, type TokenStore } from '../auth/index.ts';
import { InputTypeError } from '../errors/index.ts';
import { withTimeout, type TokenRenewal } from '../http/index.ts';
import { attempt } from '../text/index.ts';
import { MAX_TOKEN_FILE, readIfPresent } from './files.ts';
import type { Environment } from './settings.ts';

export type TokenSource = 'HF_TOKEN' | 'store' | 'hub-file';

export interface FoundToken {
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
