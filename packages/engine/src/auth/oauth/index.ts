export { beginRedirect, prepareSignIn, type SignInRequest } from './begin.ts';
export type { OAuthClient } from './hub-fetch.ts';
export { requestDeviceCode, type DeviceCode, waitForDevice, type DeviceWait } from './device.ts';
export { finishSignIn } from './finish.ts';
export { type OAuthResult, type OAuthOrganization, type OAuthUserInfo } from './result.ts';
export { refreshGrant, revokeGrant } from './grants.ts';
