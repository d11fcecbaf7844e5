/**
 * Where the endpoints are. The Hub shows its page for device codes at the address that hands them out, too; here
 * that page has one of its own, which `verification_uri` names.
 */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  device_authorization: '/oauth/device',
  code_verification: '/oauth/device/code',
} as const;

export const interactionRoute = '/oauth/interaction';
export const avatarRoute = '/oauth/guest.svg';
