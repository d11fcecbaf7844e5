import type * as oauth from './oauth/index.ts';

export type {
  DeviceCode,
  DeviceWait,
  OAuthClient,
  OAuthResult,
  OAuthUserInfo,
  OAuthOrganisation,
  SignInRequest,
} from './oauth/index.ts';

/** Loads what signing in through the hub needs; nothing else does. */
export function loadOAuth(): Promise<typeof oauth> {
  return import('./oauth/index.ts');
}
