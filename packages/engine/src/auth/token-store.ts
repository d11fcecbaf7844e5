import { withTimeout } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import type { OAuthResult } from './load-oauth.ts';

/** Stored with an access token from OAuth. */
export interface OAuthGrant {
  /** Needed to renew and revoke the token. */
  readonly clientId: string;
  readonly scope: string;
  /** The Hub's ID of the account; older versions did not store it. */
  readonly account?: string | undefined;
  /** Milliseconds since the epoch, by the clock of this machine. */
  readonly expiresAt: number;
  readonly refreshToken?: string | undefined;
}

export interface StoredToken {
  readonly token: string;
  readonly grant?: OAuthGrant | undefined;
}

/** Stores the token of one hub between sessions. */
export interface TokenStore {
  /** A store that cannot be read is empty; `notice` then says why, on one line. */
  read(): Promise<Partial<StoredToken> & { readonly notice?: string }>;
  /** Returns a notice if the token is kept for this session only. */
  write(token: string, grant?: OAuthGrant): Promise<{ readonly notice?: string }>;
  clear(): Promise<void>;
  /** Runs work under a lock shared with other windows or processes. */
  exclusively?<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** Milliseconds; a renewal usually takes less. */
const MAX_WAIT = 5000;

/**
 * Runs a sign-in or sign-out while no renewal runs, which could restore the old token. Runs it anyway if the store stays
 * locked.
 * @throws CanceledError while it waits, and what the work throws
 */
export async function withTokenLock<Result>(
  store: TokenStore,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let hasStarted = false;
  const begin = () => {
    hasStarted = true;
    return work();
  };
  return withTimeout(MAX_WAIT, signal, async (wait) => {
    try {
      return await (store.exclusively?.(begin, wait) ?? begin());
    } catch (error) {
      if (hasStarted || signal?.aborted || !wait.aborted) throw error;
      return work();
    }
  });
}

/** An in-memory store. */
export function memoryTokenStore(initial?: string): TokenStore {
  let kept: Partial<StoredToken> = { token: initial };
  return {
    read: () => Promise.resolve(kept),
    write: (token, grant) => {
      kept = { token, grant };
      return Promise.resolve({});
    },
    clear: () => {
      kept = {};
      return Promise.resolve();
    },
  };
}

export function toGrant(result: OAuthResult): OAuthGrant {
  const { clientId, scope, userInfo, accessTokenExpiresAt, refreshToken } = result;
  return { clientId, scope, account: userInfo.id, expiresAt: accessTokenExpiresAt.getTime(), refreshToken };
}

/**
 * A stored grant; undefined if it is unusable. Validated by hand, since the web app's first script has no schema
 * library.
 */
export function readGrant(stored: unknown): OAuthGrant | undefined {
  if (!isRecord(stored)) return undefined;
  const { clientId, scope, account, expiresAt, refreshToken } = stored;
  if (!isFilled(clientId) || typeof scope !== 'string') return undefined;
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return undefined;
  if (refreshToken !== undefined && !isFilled(refreshToken)) return undefined;
  return { clientId, scope, expiresAt, account: isFilled(account) ? account : undefined, refreshToken };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
