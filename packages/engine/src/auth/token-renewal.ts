import { isFailure } from '../errors/index.ts';
import type { Connection, TokenRenewal } from '../http/index.ts';
import { loadOAuth } from './load-oauth.ts';
import type { TokenStore } from './token-store.ts';

/**
 * Renews the tokens of a store: once, whoever asks. Of several requests, windows or processes that hold the same
 * refused token one asks the hub, and the others take what it stored.
 * @param connection to the hub; its token is not used
 */
export function tokenRenewal(connection: Connection, store: TokenStore): TokenRenewal {
  const replaced = new Map<string, string>();
  let running: Promise<unknown> = Promise.resolve();
  const alone = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    const next = running.then(() => (store.exclusively ? store.exclusively(work, signal) : work()));
    running = next.catch(() => undefined);
    return next;
  };
  const latest = (token: string): string => {
    const next = replaced.get(token);
    return next === undefined ? token : latest(next);
  };
  return {
    latest,
    async renew(refused, signal) {
      const known = latest(refused);
      if (known !== refused) return known;
      const renewed = await alone(() => renewOnce(connection, store, refused, signal), signal);
      if (renewed !== undefined && renewed !== refused) replaced.set(refused, renewed);
      return renewed;
    },
  };
}

async function renewOnce(
  connection: Connection,
  store: TokenStore,
  refused: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { token, grant } = await store.read();
  // Someone else has renewed it, signed in anew or signed out.
  if (token !== refused) return token;
  if (grant?.refreshToken === undefined) return undefined;
  const { refreshGrant } = await loadOAuth();
  try {
    const next = await refreshGrant({ connection, ...(signal ? { signal } : {}) }, grant);
    // Who signed out or in anew meanwhile stays so.
    const kept = await store.read();
    if (kept.token !== refused) return kept.token;
    await store.write(next.accessToken, next.grant);
    return next.accessToken;
  } catch (error) {
    if (isFailure(error) && error.outcome === 'refused') return undefined;
    throw error;
  }
}
