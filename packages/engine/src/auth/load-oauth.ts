import type * as link from './oauth/begin.ts';
import type * as oauth from './oauth/index.ts';

export type { BegunRedirect } from './oauth/begin.ts';
export type {
  DeviceCode,
  DeviceWait,
  OAuthClient,
  OAuthResult,
  OAuthUserInfo,
  OAuthOrganization,
  SignInRequest,
} from './oauth/index.ts';

/** Loads what signing in through the hub needs; nothing else does. */
export function loadOAuth(): Promise<typeof oauth> {
  return import('./oauth/index.ts');
}

/** Loads what the link of a sign-in screen needs, which is far less than the rest. */
export function loadSignInLink(): Promise<typeof link> {
  return import('./oauth/begin.ts');
}
