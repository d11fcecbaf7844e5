import { deviceCodeGrantRequest, None, processDeviceCodeResponse, ResponseBodyError } from 'oauth4webapi';
import { NetworkError, OAuthError, TimeoutError } from '../../errors/index.ts';
import { retryAfterOf } from '../../http/index.ts';
import { libraryCall } from './client.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { realClock, type Clock } from './clock.ts';
import type { DeviceCode } from './device-code.ts';
import { explain } from './failure.ts';
import { resultOf, type OAuthResult } from './result.ts';
import { readTokens, type Tokens } from './tokens.ts';

export interface DeviceWait {
  /** The real one by default. */
  readonly clock?: Clock;
}

/** Seconds by which the hub's `slow_down`, or a hub that fails or does not answer, makes the interval longer (RFC 8628, 3.5). */
const ADDED_INTERVAL = 5;

/**
 * What a question to the hub brought: tokens, or by how many seconds all later ones have to wait longer, and for how
 * many the next one has to wait at least.
 */
type Reply = { readonly tokens: Tokens } | { readonly slower: number; readonly after?: number };

/**
 * Waits until the person has confirmed the code, and asks who signed in. Goes on through failures of the hub and of
 * the network; ends with the code's life, when the person says no, and with the signal.
 * @throws OAuthError, CanceledError; TimeoutError when the connection's own time is over
 */
export async function waitForDevice(
  asking: OAuthClient,
  code: DeviceCode,
  { clock = realClock }: DeviceWait = {},
): Promise<OAuthResult> {
  const end = clock.now() + code.expiresIn * 1000;
  let { interval } = code;
  let after = 0;
  for (;;) {
    const pause = Math.max(interval, after) * 1000;
    await clock.wait(Math.max(Math.min(pause, end - clock.now()), 0), asking.signal);
    if (clock.now() >= end) throw expired();
    const reply = await ask(asking, code);
    if ('tokens' in reply) return resultOf(asking, code.server, reply.tokens);
    interval += reply.slower;
    after = reply.after ?? 0;
  }
}

async function ask(asking: OAuthClient, { server, deviceCode }: DeviceCode): Promise<Reply> {
  const { client, options } = libraryCall(asking);
  try {
    const response = await deviceCodeGrantRequest(server, client, None(), deviceCode, options);
    if (response.status >= 500 || response.status === 429) {
      const after = retryAfterOf(response.headers);
      // A hub that fails is asked less often; one that has too much to do may say how much less.
      return { slower: response.status === 429 && after !== undefined ? 0 : ADDED_INTERVAL, after };
    }
    const process = (answer: Response) => processDeviceCodeResponse(server, client, answer);
    return { tokens: await readTokens(response, process, asking.clientId) };
  } catch (error) {
    return { slower: slowerAfter(error, deviceCode) };
  }
}

/** @throws what ends the wait */
function slowerAfter(error: unknown, deviceCode: string): number {
  if (error instanceof NetworkError) return 0;
  // A hub that does not answer in time is asked less often.
  if (error instanceof TimeoutError && error.deadline !== 'total') return ADDED_INTERVAL;
  if (error instanceof ResponseBodyError) {
    if (error.error === 'authorization_pending') return 0;
    if (error.error === 'slow_down') return ADDED_INTERVAL;
    if (error.error === 'expired_token') throw expired();
  }
  throw explain(error, { what: 'the token request', secrets: [deviceCode] });
}

function expired(): OAuthError {
  return new OAuthError('The code has expired before it was confirmed', {
    outcome: 'timeout',
    hint: 'Sign in again for a new one.',
  });
}
