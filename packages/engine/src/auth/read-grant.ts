import type { OAuthGrant } from './token-store.ts';

/**
 * What a store has kept beside a token; undefined for anything else, which counts as nothing. Checked by hand: the first
 * thing that a page does needs no library of schemas.
 */
export function readGrant(stored: unknown): OAuthGrant | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { clientId, scope, account, expiresAt, refreshToken } = stored as Partial<
    Record<keyof OAuthGrant, unknown>
  >;
  if (!isFilled(clientId) || typeof scope !== 'string') return undefined;
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return undefined;
  if (refreshToken !== undefined && !isFilled(refreshToken)) return undefined;
  return {
    clientId,
    scope,
    expiresAt,
    ...(isFilled(account) ? { account } : {}),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
