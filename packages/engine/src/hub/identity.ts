import * as v from 'valibot';
import { SignInError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { checkHub, getJson } from './hub-api.ts';

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

/** The signed-in user (`GET /api/whoami-v2`). */
export type Identity = v.InferOutput<typeof shape>;

/**
 * Requests the token's owner from the Hub.
 * @throws SignInError without a token, HubApiError (401 for an unknown token), HubResponseError, and what `send` throws
 */
export async function identify(connection: Connection, signal?: AbortSignal): Promise<Identity> {
  const { token, hubUrl } = connection;
  if (token === undefined) throw new SignInError('You are not signed in', { hint: 'Sign in first.' });
  const { json } = await getJson(connection, `${hubUrl}/api/whoami-v2`, signal);
  const { auth: _permissions, ...identity } = checkHub(shape, json, 'an identity {name, orgs}', connection);
  return identity as Identity;
}
