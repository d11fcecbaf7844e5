export * from './grant.ts';
export type { DeviceCode } from './oauth/device.ts';
export type { PreparedRedirect } from './oauth/grants.ts';
export type { OAuthClient } from './oauth/hub-client.ts';
export {
  completeRedirect,
  getOwnState,
  redirectGrant,
  type RedirectGrant,
  type RedirectOutcome,
  returnTarget,
  type SignInTransaction,
} from './redirect.ts';
export { loadOAuth, revokeSignIn, tokenRenewal } from './token-renewal.ts';
export * from './token-store.ts';
