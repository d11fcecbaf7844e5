import { withTimeout, abortReason } from '../http/index.ts';
import { attempt, parseBounded } from '../text/index.ts';
import { checkAccessToken, type OAuthGrant, readGrant } from './grant.ts';

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

/** The part of the Web Storage API that is used, for example of `localStorage`. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The key of the token in the browser's storage (specification, section 9). */
export const TOKEN_KEY = 'accessToken';
const GRANT_KEY = 'accessTokenGrant';
const HUB_KEY = 'accessTokenHub';

/** `navigator.locks`. */
interface TabLocks {
  request<Result>(
    name: string,
    options: { signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Keeps the token in the browser's storage. If storage fails, the user stays signed in until the page is closed.
 * Invalid values are removed.
 * @param storage returns `localStorage`, which may throw
 * @param locks without it, two tabs may renew a token at the same time
 * @param hubUrl a stored token of another hub is removed
 */
export function webTokenStore(storage: () => WebStorage, locks?: TabLocks, hubUrl?: string): TokenStore {
  let forThisPage: StoredToken | undefined;
  return {
    read: () => Promise.resolve(forThisPage ?? attempt(() => stored(storage(), hubUrl)) ?? {}),
    write(token, grant) {
      const isStored = attempt(() => {
        if (grant) storage().setItem(GRANT_KEY, JSON.stringify(grant));
        else storage().removeItem(GRANT_KEY);
        if (hubUrl !== undefined) storage().setItem(HUB_KEY, hubUrl);
        // Last: other tabs read the rest when this changes.
        storage().setItem(TOKEN_KEY, token);
        return true;
      });
      // A partial or old entry could sign in the wrong user.
      if (!isStored) removeAll(storage);
      forThisPage = isStored ? undefined : { token, grant };
      const notice = 'Signed in until you close this page: the browser blocks storage here.';
      return Promise.resolve(isStored ? {} : { notice });
    },
    clear() {
      forThisPage = undefined;
      // Other tabs only notice changes, so there must be something to remove.
      attempt(() => storage().getItem(TOKEN_KEY) ?? storage().setItem(TOKEN_KEY, ''));
      removeAll(storage);
      return Promise.resolve();
    },
    exclusively: locks && exclusively(locks),
  };
}

function exclusively(locks: TabLocks): NonNullable<TokenStore['exclusively']> {
  return async (work, signal) => {
    let hasStarted = false;
    const begin = () => {
      hasStarted = true;
      return work();
    };
    try {
      return await locks.request(TOKEN_KEY, { signal }, begin);
    } catch (error) {
      if (hasStarted) throw error;
      if (signal?.aborted) throw abortReason(signal);
      // Without storage there are no locks, and nothing is shared with other tabs.
      return work();
    }
  };
}

function removeAll(storage: () => WebStorage): void {
  for (const key of [TOKEN_KEY, GRANT_KEY, HUB_KEY]) attempt(() => storage().removeItem(key));
}

function stored(storage: WebStorage, hubUrl?: string): Partial<StoredToken> {
  const text = storage.getItem(TOKEN_KEY);
  if (text === null) return {};
  const hub = storage.getItem(HUB_KEY);
  const isOfOtherHub = hubUrl !== undefined && hub !== null && hub !== hubUrl;
  const token = isOfOtherHub ? undefined : attempt(() => checkAccessToken(text));
  if (token === undefined) {
    removeAll(() => storage);
    return {};
  }
  const grant = readGrant(attempt(() => parseBounded(storage.getItem(GRANT_KEY) ?? 'null')));
  return { token, grant };
}
