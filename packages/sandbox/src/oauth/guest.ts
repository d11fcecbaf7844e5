import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import { avatarRoute } from './routes.ts';

/** The one account of the sandbox. */
export const guestId = 'sandbox-guest';

/** A plain head and shoulders. */
const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" fill="#ffd21e"/><circle cx="32" cy="26" r="12"/><path d="M10 64a22 20 0 0 1 44 0"/></svg>`;

/**
 * The claims that each scope opens, with the names that the Hub's userinfo has.
 */
export const claimsOfScopes: Record<string, string[]> = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture', 'website', 'isPro', 'orgs'],
  email: ['email', 'email_verified'],
};

/** The guest as the Hub describes an account; `undefined` for any other id. */
export function findGuest(issuer: string, id: string): Account | undefined {
  if (id !== guestId) return undefined;
  const picture = new URL(avatarRoute, issuer).href;
  return {
    accountId: guestId,
    claims: () => ({
      sub: guestId,
      name: 'Guest',
      preferred_username: 'guest',
      email: 'guest@sandbox.invalid',
      email_verified: false,
      picture,
      website: issuer,
      isPro: false,
      orgs: [
        {
          sub: 'sandbox',
          name: 'sandbox',
          isEnterprise: false,
          canPay: false,
          picture,
          roleInOrg: 'read',
        },
      ],
    }),
  };
}

/** Answers with the picture of the guest. */
export async function showAvatar(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (context.path !== avatarRoute || context.method !== 'GET') return next();
  context.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" });
  context.type = 'image/svg+xml';
  context.body = avatar;
}
