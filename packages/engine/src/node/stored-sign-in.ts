import { checkAccessToken, readGrant, type OAuthGrant } from '../auth/index.ts';

/** A token as it is kept, with what came along where it is from signing in through the hub. */
export interface StoredSignIn {
  readonly token: string;
  readonly grant?: OAuthGrant;
}

/**
 * Reads what was stored: {hub, accessToken, oauth?}. A token without a usable grant is one that was pasted.
 * @throws InputTypeError when there is no token in it
 */
export function storedSignIn(stored: Record<string, unknown>): StoredSignIn {
  const token = checkAccessToken(String(stored['accessToken']));
  const grant = readGrant(stored['oauth']);
  return grant ? { token, grant } : { token };
}

/** What {@link storedSignIn} reads; versions that know only tokens read it, too. */
export function writtenSignIn({ token, grant }: StoredSignIn, hub: string): Record<string, unknown> {
  return { hub, accessToken: token, ...(grant ? { oauth: grant } : {}) };
}
