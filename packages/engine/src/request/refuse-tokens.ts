import { InputError } from '../errors/index.ts';
import { bodyPieces } from '../http/index.ts';
import { hasAccessToken } from '../text/index.ts';
import type { WireRequest } from './inference-request.ts';

/**
 * Checks a request that nobody has read: a row's, or an agent's.
 * @param token of the user who is signed in
 * @throws InputError for an access token in its text
 */
export function refuseAccessTokens({ body }: WireRequest, token: string | undefined): void {
  if (bodyPieces(body).some((piece) => typeof piece === 'string' && hasAccessToken(piece, token)))
    throw new InputError('The input contains an access token, which is not sent to models', {
      hint: 'Remove it. If others may have seen it, invalidate it in your settings on the Hub.',
    });
}
