/** The Hub shows its page for device codes at the URL that issues them; here the page has its own. */
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
