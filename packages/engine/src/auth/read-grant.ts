import * as v from 'valibot';
import type { OAuthGrant } from './token-store.ts';

const shape = v.object({
  clientId: v.pipe(v.string(), v.minLength(1)),
  scope: v.string(),
  expiresAt: v.pipe(v.number(), v.finite()),
  refreshToken: v.optional(v.pipe(v.string(), v.minLength(1))),
});

/** What a store has kept beside a token; undefined for anything else, which counts as nothing. */
export function readGrant(stored: unknown): OAuthGrant | undefined {
  const checked = v.safeParse(shape, stored);
  return checked.success ? checked.output : undefined;
}
