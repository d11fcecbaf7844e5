import { checkAccessToken } from './access-token.ts';
import { failureOf } from './token-renewal.ts';
import { type OAuthGrant, readGrant, type TokenStore } from './token-store.ts';

/** The key of the token in the browser's storage (specification, section 9), and of what came along with it. */
export const TOKEN_KEY = 'accessToken';
const GRANT_KEY = 'accessTokenGrant';
const HUB_KEY = 'accessTokenHub';
const keys = [TOKEN_KEY, GRANT_KEY, HUB_KEY];

/** Lets one tab at a time do something; `navigator.locks` is one. */
interface TabLocks {
  request<Result>(
    name: string,
    options: { signal?: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Keeps the token in the browser's storage. A storage that throws, is full or was tampered with leaves the person
 * signed out, or signed in for as long as the page is open (F31); a value that is no token is removed.
 * @param storage gives `localStorage`, which alone may throw
 * @param locks `navigator.locks`; without it two tabs may renew a sign-in at the same time
 * @param hubUrl whose token it is: the storage belongs to the page's origin, whose settings may come to name another
 * hub, which must not be sent the token of the one before
 */
export function webTokenStore(storage: () => WebStorage, locks?: TabLocks, hubUrl?: string): TokenStore {
  let forThisPage: { readonly token: string; readonly grant?: OAuthGrant } | undefined;
  return {
    read() {
      const kept = forThisPage ?? attempt(() => stored(storage(), hubUrl)) ?? {};
      return Promise.resolve(kept);
    },
    write(token, grant) {
      const isKept = attempt(() => {
        if (grant) storage().setItem(GRANT_KEY, JSON.stringify(grant));
        else storage().removeItem(GRANT_KEY);
        if (hubUrl !== undefined) storage().setItem(HUB_KEY, hubUrl);
        // Last: other tabs read the rest as soon as they see it change.
        storage().setItem(TOKEN_KEY, token);
        return true;
      });
      // A part of it, or what was there before, would sign somebody in the next time.
      if (!isKept) forget(storage);
      forThisPage = isKept ? undefined : grant ? { token, grant } : { token };
      const notice = 'Signed in for as long as this page is open: the browser keeps nothing here.';
      return Promise.resolve(isKept ? {} : { notice });
    },
    clear() {
      forThisPage = undefined;
      // Other tabs are told of a change: where nothing was kept, as of a guest, taking it away would be none.
      attempt(() => storage().getItem(TOKEN_KEY) ?? storage().setItem(TOKEN_KEY, ''));
      forget(storage);
      return Promise.resolve();
    },
    ...(locks
      ? {
          async exclusively(work, signal) {
            let hasBegun = false;
            const begin = () => {
              hasBegun = true;
              return work();
            };
            try {
              return await locks.request(TOKEN_KEY, signal ? { signal } : {}, begin);
            } catch (error) {
              if (hasBegun) throw error;
              if (signal?.aborted) throw failureOf(signal);
              // A browser that keeps nothing here lends no locks, either; nothing is shared with other tabs then.
              return work();
            }
          },
        }
      : {}),
  };
}

function forget(storage: () => WebStorage): void {
  for (const key of keys) attempt(() => storage().removeItem(key));
}

function stored(storage: WebStorage, hubUrl?: string): { token?: string; grant?: OAuthGrant } {
  const text = storage.getItem(TOKEN_KEY);
  if (text === null) return {};
  const hub = storage.getItem(HUB_KEY);
  const isOthers = hubUrl !== undefined && hub !== null && hub !== hubUrl;
  const token = isOthers ? undefined : attempt(() => checkAccessToken(text));
  if (token === undefined) {
    for (const key of keys) storage.removeItem(key);
    return {};
  }
  const grant = readGrant(attempt(() => JSON.parse(storage.getItem(GRANT_KEY) ?? 'null') as unknown));
  return grant ? { token, grant } : { token };
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** As much of the web's Storage as is used; `localStorage` is one. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
