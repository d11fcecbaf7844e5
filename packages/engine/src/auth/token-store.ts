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
