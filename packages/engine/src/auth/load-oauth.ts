import { isFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import type * as link from './oauth/begin.ts';
import type * as oauth from './oauth/index.ts';
import type { OAuthGrant } from './token-store.ts';

export type { BegunRedirect } from './oauth/begin.ts';
export type { DeviceCode, DeviceWait } from './oauth/device.ts';
export type { OAuthClient } from './oauth/hub-fetch.ts';
export type { OAuthResult, OAuthUserInfo, OAuthOrganization } from './oauth/result.ts';
export type { SignInRequest } from './oauth/begin.ts';

/** Loads what signing in through the hub needs; nothing else does. */
export function loadOAuth(): Promise<typeof oauth> {
  return import('./oauth/index.ts');
}

/** Loads what the link of a sign-in screen needs, which is far less than the rest. */
export function loadSignInLink(): Promise<typeof link> {
  return import('./oauth/begin.ts');
}

/** Milliseconds: signing out has worked already, and should not feel otherwise. */
const LONGEST = 10_000;

/**
 * Tells the hub that a sign-in is over, as well as that goes: on this machine it is over in any case.
 * @param connection to the hub; its token is not used
 * @returns false when the hub could not be told; a hub that takes no such word need not be
 */
export async function tellHub(
  connection: Connection,
  token: string,
  grant: OAuthGrant,
  signal?: AbortSignal,
): Promise<boolean> {
  // Held by its timer: signals that are made of others may be collected, and then never abort.
  const late = new AbortController();
  const leave = () => late.abort();
  const timer = setTimeout(leave, LONGEST);
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  try {
    const { revokeGrant } = await loadOAuth();
    await revokeGrant({ connection, signal: late.signal }, token, grant);
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
