import {
  deviceAuthorizationRequest,
  None,
  processDeviceAuthorizationResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { OAuthError } from '../../errors/index.ts';
import { libraryCall } from './client.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { discover, withEndpoints } from './discovery.ts';
import { explained } from './failure.ts';
import { SCOPES } from './scopes.ts';

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
