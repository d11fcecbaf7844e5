import type { OAuthResult } from './load-oauth.ts';

/** What came with an access token from signing in through the hub, kept beside it. */
export interface OAuthGrant {
  /** Whom the token was given to; renewing and revoking it need the same. */
  readonly clientId: string;
  readonly scope: string;
  /** The Hub's ID of the account; missing in what older versions stored. */
  readonly account?: string;
  /** When the token expires by the clock of this machine, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Gets the next token, where the hub gives one. */
  readonly refreshToken?: string;
}

/** Keeps the token of one hub between sessions. */
export interface TokenStore {
  /**
   * The stored token, with what came along where it is from signing in through the hub; undefined when there is none.
   * A store that cannot be read counts as empty; `notice` then says why, in one line.
   */
  read(): Promise<{ readonly token?: string; readonly grant?: OAuthGrant; readonly notice?: string }>;
  /** Stores a token in place of what was there; `notice` says when it will last for this session only. */
  write(token: string, grant?: OAuthGrant): Promise<{ readonly notice?: string }>;
  /** Forgets the token, and what came along, for good. */
  clear(): Promise<void>;
  /** Does work during which no other window or process does such work on the same store; without it, at once. */
  exclusively?<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** A store that forgets when the program ends. */
export function memoryTokenStore(initial?: string): TokenStore {
  let kept: { readonly token?: string; readonly grant?: OAuthGrant } =
    initial === undefined ? {} : { token: initial };
  return {
    read: () => Promise.resolve(kept),
    write: (token, grant) => {
      kept = grant ? { token, grant } : { token };
      return Promise.resolve({});
    },
    clear: () => {
      kept = {};
      return Promise.resolve();
    },
  };
}

/** What a token store keeps beside the access token of a finished sign-in. */
export function grantOf(result: OAuthResult): OAuthGrant {
  const { clientId, scope, userInfo, accessTokenExpiresAt, refreshToken } = result;
  return {
    clientId,
    scope,
    account: userInfo.id,
    expiresAt: accessTokenExpiresAt.getTime(),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}

/**
 * What a store has kept beside a token; undefined for anything else, which counts as nothing. Checked by hand: the first
 * thing that a page does needs no library of schemas.
 */
export function readGrant(stored: unknown): OAuthGrant | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { clientId, scope, account, expiresAt, refreshToken } = stored as Partial<
    Record<keyof OAuthGrant, unknown>
  >;
  if (!isFilled(clientId) || typeof scope !== 'string') return undefined;
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return undefined;
  if (refreshToken !== undefined && !isFilled(refreshToken)) return undefined;
  return {
    clientId,
    scope,
    expiresAt,
    ...(isFilled(account) ? { account } : {}),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
