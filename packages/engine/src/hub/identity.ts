import * as v from 'valibot';
import { SignInError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { checkHub } from './check-hub.ts';
import { getJson } from './get-json.ts';

const organization = v.looseObject({
  name: v.string(),
  fullname: v.optional(v.string(), ''),
  canPay: v.optional(v.boolean(), false),
});

const shape = v.looseObject({
  name: v.string(),
  fullname: v.optional(v.string(), ''),
  isPro: v.optional(v.boolean(), false),
  orgs: v.optional(v.array(organization), []),
});

/** Who is signed in (`GET /api/whoami-v2`). */
export type Identity = v.InferOutput<typeof shape>;

/**
 * Asks the Hub who the token belongs to.
 * @throws SignInError without a token, HubApiError (401 for a token that is not known), HubResponseError, and what
 * `send` throws
 */
export async function identify(connection: Connection, signal?: AbortSignal): Promise<Identity> {
  if (connection.token === undefined)
    throw new SignInError('You are not signed in', { hint: 'Sign in first.' });
  const { json } = await getJson(connection, `${connection.hubUrl}/api/whoami-v2`, signal);
  // What the token may do stays here: it is no part of who someone is.
  const { auth: _auth, ...identity } = checkHub(shape, json, 'an identity {name, orgs}', connection);
  return identity;
}
