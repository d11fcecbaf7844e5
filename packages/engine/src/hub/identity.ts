import { whoAmI } from '@huggingface/hub';
import * as v from 'valibot';
import { SignInError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { checkHub, getJson, toResponse } from './hub-api.ts';

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
  const { token: accessToken, hubUrl } = connection;
  if (accessToken === undefined) throw new SignInError('You are not signed in', { hint: 'Sign in first.' });
  const { auth: _permissions, ...identity } = await whoAmI({
    accessToken,
    hubUrl,
    fetch: async (url) => {
      const { json } = await getJson(connection, String(url), signal);
      // The library fails without `auth`, and nothing here needs it.
      return toResponse({ ...checkHub(shape, json, 'an identity {name, orgs}', connection), auth: {} });
    },
  });
  return identity as unknown as Identity;
}
