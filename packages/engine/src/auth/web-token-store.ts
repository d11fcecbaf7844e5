import { abortReason } from '../http/index.ts';
import { attempt, parseBounded } from '../text/index.ts';
import { checkAccessToken } from './access-token.ts';
import { readGrant } from './grant.ts';
import type { StoredToken, TokenStore } from './token-store.ts';

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
