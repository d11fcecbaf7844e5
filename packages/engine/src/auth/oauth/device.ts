import {
  type AuthorizationServer,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  None,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { CanceledError, NetworkError, OAuthError, TimeoutError } from '../../errors/index.ts';
import { retryAfterOf } from '../../http/index.ts';
import { discover, withEndpoints } from './discovery.ts';
import { type OAuthClient, SCOPES } from './hub-fetch.ts';
import { explain, explained, libraryCall } from './library.ts';
import { type OAuthResult, resultOf } from './result.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** A code for a person to confirm on any device (RFC 8628, 3.2). */
export interface DeviceCode {
  /** Shown to the person, for example `WDJB-MJHT`. */
  readonly userCode: string;
  /** The page that asks for it. */
  readonly verificationUri: string;
  /** The same page with the code filled in. */
  readonly verificationUriComplete?: string;
  /** Seconds that it lasts. */
  readonly expiresIn: number;
  /** Seconds between two questions to the hub; 5 by default. */
  readonly interval: number;
  /** What the hub is asked with: a secret. */
  readonly deviceCode: string;
  readonly server: AuthorizationServer;
}

/** Seconds (RFC 8628, 3.2). */
const DEFAULT_INTERVAL = 5;
/** Seconds. Longer ones are mistakes: nobody waits an hour for a code, nor a minute for the next question. */
const LONGEST_LIFE = 60 * 60;
const LONGEST_INTERVAL = 60;
/** Seconds. A hub that names less would be flooded. */
const SHORTEST_INTERVAL = 1;
/** What a person can read and type. */
const typeable = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/**
 * Asks the hub for a code that a person confirms elsewhere.
 * @throws OAuthError, and what `send` throws
 */
export async function requestDeviceCode(asking: OAuthClient): Promise<DeviceCode> {
  const { hubUrl } = asking.connection;
  const found = await discover(asking);
  // The Hub has it there without naming it.
  const named = {
    ...found,
    device_authorization_endpoint: found.device_authorization_endpoint ?? `${hubUrl}/oauth/device`,
  };
  const server = withEndpoints(named, hubUrl, [
    'device_authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  const { client, options } = libraryCall(asking);
  const answer = await explained({ what: 'the request for a code' }, async () =>
    processDeviceAuthorizationResponse(
      server,
      client,
      await deviceAuthorizationRequest(server, client, None(), { scope: SCOPES }, options),
    ),
  );
  const { verification_uri_complete: complete } = answer;
  return {
    userCode: readable(answer.user_code),
    verificationUri: pageAt(answer.verification_uri, hubUrl),
    ...(complete === undefined ? {} : { verificationUriComplete: pageAt(complete, hubUrl) }),
    expiresIn: Math.min(answer.expires_in, LONGEST_LIFE),
    interval: Math.max(Math.min(answer.interval ?? DEFAULT_INTERVAL, LONGEST_INTERVAL), SHORTEST_INTERVAL),
    deviceCode: answer.device_code,
    server,
  };
}

/** @throws OAuthError for a code that nobody could enter */
function readable(userCode: string): string {
  if (typeable.test(userCode)) return userCode;
  throw new OAuthError('The hub gives no code that a person could enter', { hint: 'Use a token.' });
}

/** @throws OAuthError for an address that is not on the hub's own origin, which is the rule for its endpoints, too */
function pageAt(address: string, hubUrl: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new OAuthError('The hub names no page to confirm the code on', { hint: 'Use a token.' });
  if (url.origin === new URL(hubUrl).origin && !url.username && !url.password) return url.href;
  const place = url.host || url.protocol;
  throw new OAuthError(`The page to confirm the code is at ${place}, which is not the hub`, {
    hint: 'Use a token.',
  });
}

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

/** How time passes; tests have their own. */
interface Clock {
  /** Milliseconds that only ever grow: setting the clock of the machine changes nothing. */
  now(): number;
  /** @throws CanceledError as soon as the signal aborts */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const realClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CanceledError());
      const cancel = () => {
        clearTimeout(timer);
        reject(new CanceledError());
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', cancel, { once: true });
    }),
};
