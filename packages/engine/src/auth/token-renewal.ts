import { isFailure, SignInExpiredError } from '../errors/index.ts';
import { unlessAborted, type Connection, type TokenRenewal } from '../http/index.ts';
import type { TokenStore } from './token-store.ts';
import type * as oauth from './oauth/index.ts';
import type { OAuthGrant } from './grant.ts';

export type { Clock, DeviceCode, OAuthClient, PreparedRedirect } from './oauth/index.ts';

export function loadOAuth(): Promise<typeof oauth> {
  return import('./oauth/index.ts');
}

/**
 * Revokes the tokens of a sign-in, if the hub supports that.
 * @param connection to the hub; its token is not used
 * @returns false if the request failed
 * @throws CanceledError
 */
export async function revokeSignIn(
  connection: Connection,
  token: string,
  grant: OAuthGrant,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const { revokeGrant } = await loadOAuth();
    await revokeGrant({ connection, signal }, token, grant);
    return true;
  } catch (error) {
    if (!isFailure(error) || error.outcome === 'canceled') throw error;
    return false;
  }
}

/**
 * Renews the tokens of a store. If several requests, windows or processes have the same refused token, only one sends
 * the refresh token; the others use its result. Callers can cancel until the refresh token is sent: it may be
 * single-use, so its result must be stored.
 * @param connection to the hub; its token and `finishBy` are not used
 * @param onNotice called if a renewed token cannot be stored and is kept for this session only
 */
export function tokenRenewal(
  { finishBy: _finishBy, ...connection }: Connection,
  store: TokenStore,
  onNotice?: (notice: string) => void,
): TokenRenewal {
  const replaced = new Map<string, string>();
  const pending = new Map<string, Renewal>();

  function latest(token: string): string {
    let current = token;
    for (let next = replaced.get(current); next !== undefined; next = replaced.get(current)) current = next;
    return current;
  }

  async function replace(refused: string, signal: AbortSignal): Promise<string | undefined> {
    const renew = () => renewOnce(connection, store, refused, signal, onNotice);
    const renewed = await (store.exclusively?.(renew, signal) ?? renew());
    if (renewed !== undefined && renewed !== refused) {
      // Prevents a cycle if an old token returns.
      replaced.delete(renewed);
      replaced.set(refused, renewed);
    }
    return renewed;
  }

  function begin(refused: string): Renewal {
    const abandoned = new AbortController();
    const renewal = { result: replace(refused, abandoned.signal), abandoned, waiting: 0 };
    pending.set(refused, renewal);
    return renewal;
  }

  return {
    latest,
    async renew(refused, signal) {
      const known = latest(refused);
      if (known !== refused) return known;
      const renewal = pending.get(refused) ?? begin(refused);
      renewal.waiting += 1;
      try {
        return await unlessAborted(renewal.result, signal);
      } finally {
        renewal.waiting -= 1;
        if (renewal.waiting === 0) {
          pending.delete(refused);
          renewal.abandoned.abort();
        }
      }
    },
  };
}

interface Renewal {
  readonly result: Promise<string | undefined>;
  /** Aborts when the last request stops waiting. */
  readonly abandoned: AbortController;
  waiting: number;
}

async function renewOnce(
  connection: Connection,
  store: TokenStore,
  refused: string,
  signal: AbortSignal,
  onNotice?: (notice: string) => void,
): Promise<string | undefined> {
  const { token, grant } = await store.read();
  // Renewed elsewhere, or signed in or out since.
  if (token !== refused) return token;
  if (!grant) return undefined;
  const { refreshGrant } = await loadOAuth();
  try {
    const next = await refreshGrant({ connection, signal }, grant);
    const now = await store.read();
    if (now.token !== refused) {
      void revokeSignIn(connection, next.accessToken, next.grant).catch(() => undefined);
      if (now.token === undefined) throw new SignInExpiredError(connection.hubUrl);
      return now.token;
    }
    const { notice } = await store.write(next.accessToken, next.grant);
    if (notice !== undefined) onNotice?.(notice);
    return next.accessToken;
  } catch (error) {
    throw isFailure(error) && error.outcome === 'refused' ? new SignInExpiredError(connection.hubUrl) : error;
  }
}
