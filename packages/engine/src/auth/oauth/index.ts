export { beginRedirect, prepareSignIn, type PreparedRedirect } from './grants.ts';
export { requestDeviceCode, waitForDevice, type Clock, type DeviceCode } from './device.ts';
export { finishSignIn, refreshGrant, revokeGrant } from './grants.ts';
export type { OAuthClient } from './hub-client.ts';
