import { CanceledError, isFailure, SignInExpiredError } from '../errors/index.ts';
import type { Connection, TokenRenewal } from '../http/index.ts';
import { loadOAuth, revokeSignIn } from './load-oauth.ts';
import type { TokenStore } from './token-store.ts';

/**
 * Renews the tokens of a store. If several requests, windows or processes have the same refused token, only one sends
 * the refresh token; the others use its result. Callers can cancel until the refresh token is sent: it may be
 * single-use, so its result must be stored.
 * @param connection to the hub; its token and `finishBy` are not used
 * @param onNotice called if a renewed token cannot be stored and is kept for this session only (F18)
 */
export function tokenRenewal(
  { finishBy: _finishBy, ...connection }: Connection,
  store: TokenStore,
  onNotice?: (notice: string) => void,
): TokenRenewal {
  const replaced = new Map<string, string>();
  const pending = new Map<string, SharedWork<string | undefined>>();

  function latest(token: string): string {
    let current = token;
    for (let next = replaced.get(current); next !== undefined; next = replaced.get(current)) current = next;
    return current;
  }

  function begin(refused: string): SharedWork<string | undefined> {
    const work = shareWork(
      async (signal) => {
        const renew = () => renewOnce(connection, store, refused, signal, onNotice);
        const renewed = await (store.exclusively?.(renew, signal) ?? renew());
        if (renewed !== undefined && renewed !== refused) {
          // Prevents a cycle if an old token returns.
          replaced.delete(renewed);
          replaced.set(refused, renewed);
        }
        return renewed;
      },
      () => {
        if (pending.get(refused) === work) pending.delete(refused);
      },
    );
    pending.set(refused, work);
    return work;
  }

  return {
    latest,
    async renew(refused, signal) {
      const known = latest(refused);
      return known === refused ? (pending.get(refused) ?? begin(refused)).wait(signal) : known;
    },
  };
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

interface SharedWork<Result> {
  /** @throws what the work throws, and the reason of the caller's own signal */
  wait(signal?: AbortSignal): Promise<Result>;
}

/**
 * @param work its signal aborts when the last caller stops waiting
 * @param onAbandoned called then as well
 */
function shareWork<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  onAbandoned: () => void,
): SharedWork<Result> {
  const abandoned = new AbortController();
  const done = work(abandoned.signal);
  done.catch(() => undefined);
  let waiting = 0;
  return {
    async wait(signal) {
      waiting += 1;
      let stop: () => void = () => undefined;
      const canceled = new Promise<never>((_resolve, reject) => {
        stop = () => reject(abortReason(signal));
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([done, canceled]);
      } finally {
        signal?.removeEventListener('abort', stop);
        waiting -= 1;
        if (waiting === 0) {
          onAbandoned();
          abandoned.abort();
        }
      }
    },
  };
}

export function abortReason(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return isFailure(reason) ? reason : new CanceledError();
}
