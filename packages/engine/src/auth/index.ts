export { checkAccessToken } from './access-token.ts';
export { clientIdAdvice, findClientId, requireClientId } from './client-id.ts';
export { type OAuthGrant, type OAuthResult, readGrant, toGrant } from './grant.ts';
export { loadOAuth, revokeSignIn, tokenRenewal } from './token-renewal.ts';
export type { Clock, DeviceCode } from './oauth/device.ts';
export type { PreparedRedirect } from './oauth/grants.ts';
export type { OAuthClient } from './oauth/hub-client.ts';
export {
  completeRedirect,
  getOwnState,
  HOME_ROUTE,
  type RedirectedPage,
  redirectGrant,
  type RedirectGrant,
  type RedirectOutcome,
  returnTarget,
  type SignInTransaction,
} from './redirect.ts';
export { memoryTokenStore, type StoredToken, type TokenStore, withTokenLock } from './token-store.ts';
export { TOKEN_KEY, type WebStorage, webTokenStore } from './web-token-store.ts';
