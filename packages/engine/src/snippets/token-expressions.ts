/** How code says who asks: the token itself, and with `Bearer` in front of it. */
export interface TokenExpressions {
  readonly token: string;
  readonly bearer: string;
}
