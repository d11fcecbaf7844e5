/** Keeps the token of one hub between sessions. */
export interface TokenStore {
  /**
   * The stored token; undefined when there is none. A store that cannot be read counts as empty; `notice` then says
   * why, in one line.
   */
  read(): Promise<{ readonly token?: string; readonly notice?: string }>;
  /** Stores a token; the answer's `notice` says when it will last for this session only. */
  write(token: string): Promise<{ readonly notice?: string }>;
  /** Forgets the token for good. */
  clear(): Promise<void>;
}

/** A store that forgets when the program ends. */
export function memoryTokenStore(initial?: string): TokenStore {
  let token = initial;
  return {
    read: () => Promise.resolve(token === undefined ? {} : { token }),
    write: (given) => {
      token = given;
      return Promise.resolve({});
    },
    clear: () => {
      token = undefined;
      return Promise.resolve();
    },
  };
}
