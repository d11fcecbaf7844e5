export { beginRedirect, prepareSignIn, type PreparedRedirect } from './grants.ts';
export * from './device.ts';
export { finishSignIn, refreshGrant, revokeGrant } from './grants.ts';
export type { OAuthClient } from './hub-client.ts';
