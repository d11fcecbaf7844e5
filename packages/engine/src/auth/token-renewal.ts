import { CanceledError, isFailure, SignInExpiredError } from '../errors/index.ts';
import type { Connection, TokenRenewal } from '../http/index.ts';
import { loadOAuth } from './load-oauth.ts';
import type { OAuthGrant, TokenStore } from './token-store.ts';

export interface RenewalOptions {
  /** Told when a renewed token cannot be stored and holds for this session only (F18). */
  readonly onNotice?: (notice: string) => void;
}

/**
 * Renews the tokens of a store: once, whoever asks. Of several requests, windows or processes that hold the same
 * refused token one asks the hub, and the others take what it stored. Who no longer waits ends it only before the
 * refresh token has gone out: it may hold once, and what the hub gives for it must be stored.
 * @param connection to the hub; its token is not used, nor when it must be finished
 */
export function tokenRenewal(
  { finishBy: _finishBy, ...connection }: Connection,
  store: TokenStore,
  options: RenewalOptions = {},
): TokenRenewal {
  const replaced = new Map<string, string>();
  const pending = new Map<string, SharedWork<string | undefined>>();
  let running: Promise<unknown> = Promise.resolve();
  const alone = <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    const next = running.then(() => {
      if (signal.aborted) throw failureOf(signal);
      return store.exclusively ? store.exclusively(work, signal) : work();
    });
    running = next.catch(() => undefined);
    return next;
  };
  const latest = (token: string): string => {
    let current = token;
    for (let next = replaced.get(current); next !== undefined; next = replaced.get(current)) current = next;
    return current;
  };
  const begin = (refused: string): SharedWork<string | undefined> => {
    const work = shareWork(
      async (signal) => {
        const renewed = await alone(() => renewOnce(connection, store, refused, signal, options), signal);
        if (renewed !== undefined && renewed !== refused) {
          // A token that has come back is the latest again: the chain never closes to a circle.
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
  };
  return {
    latest,
    async renew(refused, signal) {
      const known = latest(refused);
      if (known !== refused) return known;
      return (pending.get(refused) ?? begin(refused)).wait(signal);
    },
  };
}

async function renewOnce(
  connection: Connection,
  store: TokenStore,
  refused: string,
  signal: AbortSignal,
  { onNotice }: RenewalOptions,
): Promise<string | undefined> {
  const { token, grant } = await store.read();
  // Someone else has renewed it, signed in anew or signed out.
  if (token !== refused) return token;
  if (!grant) return undefined;
  const { refreshGrant } = await loadOAuth();
  try {
    const next = await refreshGrant({ connection, signal }, grant);
    // Who signed out or in anew meanwhile stays so.
    const kept = await store.read();
    if (kept.token !== refused) {
      void revoke(connection, next.accessToken, next.grant);
      if (kept.token === undefined) throw new SignInExpiredError(connection.hubUrl);
      return kept.token;
    }
    const { notice } = await store.write(next.accessToken, next.grant);
    if (notice !== undefined) onNotice?.(notice);
    return next.accessToken;
  } catch (error) {
    throw isFailure(error) && error.outcome === 'refused' ? new SignInExpiredError(connection.hubUrl) : error;
  }
}

/** Gives up what nobody keeps, as well as that goes. */
async function revoke(connection: Connection, token: string, grant: OAuthGrant): Promise<void> {
  const { revokeGrant } = await loadOAuth();
  await revokeGrant({ connection }, token, grant).catch(() => undefined);
}

/** Work that several callers wait for. */
interface SharedWork<Result> {
  /**
   * Waits for the work until the signal aborts. The others go on waiting.
   * @throws what the work throws; the signal's reason where that is a failure, else CanceledError
   */
  wait(signal?: AbortSignal): Promise<Result>;
}

/**
 * Begins work for callers that come and go.
 * @param work its signal aborts when nobody waits any more; what must be finished all the same pays no heed to it
 * @param left called then as well: who comes later begins anew
 */
function shareWork<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  left: () => void,
): SharedWork<Result> {
  const abandoned = new AbortController();
  const done = work(abandoned.signal);
  // Its failure is nobody's when all have left.
  done.catch(() => undefined);
  let waiting = 0;
  return {
    async wait(signal) {
      waiting += 1;
      let stop: () => void = () => undefined;
      const leaves = new Promise<never>((_resolve, reject) => {
        stop = () => reject(failureOf(signal));
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([done, leaves]);
      } finally {
        signal?.removeEventListener('abort', stop);
        waiting -= 1;
        if (waiting === 0) {
          left();
          abandoned.abort();
        }
      }
    },
  };
}

/** Why a signal aborted, as a failure. */
export function failureOf(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return isFailure(reason) ? reason : new CanceledError();
}
