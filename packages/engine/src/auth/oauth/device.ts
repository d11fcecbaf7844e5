import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  None,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  ResponseBodyError,
  type AuthorizationServer,
} from 'oauth4webapi';
import { NetworkError, OAuthError, TimeoutError } from '../../errors/index.ts';
import { pause, getRetryAfter } from '../../http/index.ts';
import type { OAuthResult } from '../grant.ts';
import {
  discover,
  requireEndpoints,
  urlOnHub,
  SCOPES,
  type OAuthClient,
  toOAuthError,
  convertErrors,
  libraryCall,
} from './hub-client.ts';
import { toOAuthResult, readTokens, type Tokens } from './result.ts';

/** A code to confirm on any device (RFC 8628, 3.2). */
export interface DeviceCode {
  /** For example `WDJB-MJHT`. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete?: string | undefined;
  /** Seconds. */
  readonly expiresIn: number;
  /** Seconds between two requests. */
  readonly interval: number;
  readonly deviceCode: string;
  readonly server: AuthorizationServer;
}

/** Seconds (RFC 8628, 3.2). */
const DEFAULT_INTERVAL = 5;
const MAX_LIFE = 60 * 60;
const MAX_INTERVAL = 60;
const MIN_INTERVAL = 1;
const typablePattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/** @throws OAuthError, and what `send` throws */
export async function requestDeviceCode(oauthClient: OAuthClient): Promise<DeviceCode> {
  const { hubUrl } = oauthClient.connection;
  const discovery = await discover(oauthClient);
  // The Hub's discovery document lacks it.
  const { device_authorization_endpoint = `${hubUrl}/oauth/device` } = discovery;
  const server = requireEndpoints({ ...discovery, device_authorization_endpoint }, hubUrl, [
    'device_authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  const { client, options } = libraryCall(oauthClient);
  const answer = await convertErrors({ what: 'the device code request' }, async () =>
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
    verificationUriComplete: complete === undefined ? undefined : pageAt(complete, hubUrl),
    expiresIn: Math.min(answer.expires_in, MAX_LIFE),
    interval: Math.max(Math.min(answer.interval ?? DEFAULT_INTERVAL, MAX_INTERVAL), MIN_INTERVAL),
    deviceCode: answer.device_code,
    server,
  };
}

function readable(userCode: string): string {
  if (typablePattern.test(userCode)) return userCode;
  throw new OAuthError('The hub sent a code that cannot be typed', { hint: 'Use a token.' });
}

function pageAt(address: string, hubUrl: string): string {
  const url = urlOnHub(address, hubUrl, 'page for confirming the code');
  if (url) return url.href;
  const message = 'The hub did not send a valid page for confirming the code';
  throw new OAuthError(message, { hint: 'Use a token.' });
}

/** Seconds to add after `slow_down`, a server error or a timeout (RFC 8628, 3.5). */
const ADDED_INTERVAL = 5;

/** Tokens, or the seconds to add to the interval and the minimum seconds until the next request. */
type Reply = { readonly tokens: Tokens } | { readonly slower: number; readonly after?: number | undefined };

/**
 * Waits until the user has confirmed the code. Server and network errors do not end the wait.
 * @param clock another one for tests
 * @throws OAuthError when the code expires or the user refuses, CanceledError, TimeoutError for the total deadline
 */
export async function waitForDevice(
  oauthClient: OAuthClient,
  code: DeviceCode,
  clock = realClock,
): Promise<OAuthResult> {
  const end = clock.now() + code.expiresIn * 1000;
  let { interval } = code;
  let after = 0;
  for (;;) {
    const wait = Math.max(interval, after) * 1000;
    await clock.wait(Math.max(Math.min(wait, end - clock.now()), 0), oauthClient.signal);
    if (clock.now() >= end) throw expired();
    const reply = await requestTokens(oauthClient, code);
    if ('tokens' in reply) return toOAuthResult(oauthClient, code.server, reply.tokens);
    interval += reply.slower;
    after = reply.after ?? 0;
  }
}

async function requestTokens(oauthClient: OAuthClient, { server, deviceCode }: DeviceCode): Promise<Reply> {
  const { client, options } = libraryCall(oauthClient);
  try {
    const response = await deviceCodeGrantRequest(server, client, None(), deviceCode, options);
    if (response.status >= 500 || response.status === 429) {
      const after = getRetryAfter(new Map(response.headers));
      return { slower: response.status === 429 && after !== undefined ? 0 : ADDED_INTERVAL, after };
    }
    return { tokens: await readTokens(response, processDeviceCodeResponse, server, client) };
  } catch (error) {
    return { slower: slowerAfter(error, deviceCode) };
  }
}

/** The seconds to add to the interval. @throws errors that end the wait */
function slowerAfter(error: unknown, deviceCode: string): number {
  if (error instanceof NetworkError) return 0;
  if (error instanceof TimeoutError && error.deadline !== 'total') return ADDED_INTERVAL;
  if (error instanceof ResponseBodyError) {
    if (error.error === 'authorization_pending') return 0;
    if (error.error === 'slow_down') return ADDED_INTERVAL;
    if (error.error === 'expired_token') throw expired();
  }
  throw toOAuthError(error, { what: 'the token request', secrets: [deviceCode] });
}

function expired(): OAuthError {
  const message = 'The code expired before it was confirmed';
  return new OAuthError(message, { outcome: 'timeout', hint: 'Sign in again to get a new code.' });
}

export interface Clock {
  /** Milliseconds, independent of the machine's clock. */
  now(): number;
  /** @throws CanceledError */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const realClock: Clock = { now: () => performance.now(), wait: pause };
