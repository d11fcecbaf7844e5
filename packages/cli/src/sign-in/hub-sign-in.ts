import { requireClientId } from '@tryout/engine';
import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import { SANDBOX_CLIENT_ID } from '../context/embedded-hub.ts';

const SETTING = 'TRYOUT_OAUTH_CLIENT_ID';

interface ClientIdOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly hubUrl: string;
  readonly isSandbox: boolean;
}

/**
 * The client ID for signing in on a page of the hub.
 * @throws InputError `Missing clientId`, with how to get one
 */
export function clientIdFor({ environment, hubUrl, isSandbox }: ClientIdOptions): string {
  if (isSandbox) return SANDBOX_CLIENT_ID;
  return requireClientId(environment[SETTING], hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING });
}

/** A duration in words, in whole minutes from two minutes on. */
export function durationInWords(seconds: number): string {
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes`;
  const whole = Math.floor(seconds);
  return whole === 1 ? '1 second' : `${whole} seconds`;
}
