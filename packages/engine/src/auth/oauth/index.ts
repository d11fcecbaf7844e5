export { beginRedirect, prepareSignIn, type SignInRequest } from './begin.ts';
export type { OAuthClient } from './hub-fetch.ts';
export { requestDeviceCode, type DeviceCode } from './device-code.ts';
export { waitForDevice, type DeviceWait } from './device-wait.ts';
export { finishSignIn } from './finish.ts';
export type { OAuthResult } from './result.ts';
export { refreshGrant } from './refresh.ts';
export { revokeGrant } from './revoke.ts';
export type { OAuthOrganization, OAuthUserInfo } from './user-info.ts';
