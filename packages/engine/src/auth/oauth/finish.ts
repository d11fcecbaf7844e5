import {
  authorizationCodeGrantRequest,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { OAuthError } from '../../errors/index.ts';
import { ownStateOf, type RedirectGrant } from '../redirect/redirect-grant.ts';
import { explained, libraryCall } from './library.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { hubSignIn } from './discovery.ts';
import { resultOf, type OAuthResult } from './result.ts';
import { readTokens } from './tokens.ts';

/**
 * Redeems the code of an answer that was checked, and asks who signed in.
 * @throws OAuthError, also where it was begun at another hub than this one, and what `send` throws; nothing is stored
 * in any case
 */
export async function finishSignIn(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  { transaction, parameters }: RedirectGrant,
): Promise<OAuthResult> {
  const { clientId, redirectUri, verifier, state, hubUrl } = transaction;
  // The settings may name another hub than when it was begun: its code is no other hub's business.
  if (hubUrl !== connection.hubUrl)
    throw new OAuthError('Invalid oauth state in redirected URL', { hint: 'Sign in again, or use a token.' });
  const asking: OAuthClient = { connection, clientId, ...(signal ? { signal } : {}) };
  const server = await hubSignIn(asking);
  const { client, options } = libraryCall(asking);
  const secrets = [parameters.get('code') ?? '', verifier];
  const tokens = await explained({ what: 'the token request', secrets }, async () => {
    // The library looks once more at state and issuer, which the hub may have promised to name.
    const checked = validateAuthResponse(server, client, parameters, state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      None(),
      checked,
      redirectUri,
      verifier,
      options,
    );
    return readTokens(
      response,
      (answer) => processAuthorizationCodeResponse(server, client, answer),
      clientId,
    );
  });
  return resultOf(asking, server, tokens, ownStateOf(transaction));
}
