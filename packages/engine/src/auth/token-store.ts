import { withTimeout } from '../http/index.ts';
import type { OAuthGrant } from './grant.ts';

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
  /** Work under the lock that has not ended. */
  readonly pending?: ReadonlySet<Promise<unknown>>;
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
  let current: Partial<StoredToken> = { token: initial };
  return {
    read: () => Promise.resolve(current),
    write: (token, grant) => {
      current = { token, grant };
      return Promise.resolve({});
    },
    clear: () => {
      current = {};
      return Promise.resolve();
    },
  };
}
