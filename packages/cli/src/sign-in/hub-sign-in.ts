import { clientIdAdvice, counted, findClientId, requireClientId } from '@tryout/engine';
import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import { SANDBOX_CLIENT_ID } from '../context/embedded-hub.ts';
import type { Environment } from '../terminal/terminal.ts';

const SETTING = 'TRYOUT_OAUTH_CLIENT_ID';

interface ClientIdOptions {
  readonly environment: Environment;
  readonly hubUrl: string;
  readonly isSandbox: boolean;
}

/**
 * The client ID for OAuth sign-in.
 * @throws InputError `Missing clientId`, with a hint how to get one
 */
export function clientIdFor({ environment, hubUrl, isSandbox }: ClientIdOptions): string {
  if (isSandbox) return SANDBOX_CLIENT_ID;
  return requireClientId(environment[SETTING], hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING });
}

/** How to enable signing in on a page of the hub; undefined if it works. */
export function missingClientId({ environment, hubUrl, isSandbox }: ClientIdOptions): string | undefined {
  if (isSandbox || findClientId(environment[SETTING], hubUrl) !== undefined) return undefined;
  return `${clientIdAdvice(hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING })}.`;
}

/** For example `15 minutes` or `90 seconds`; minutes from two minutes on. */
export function formatDuration(seconds: number): string {
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes`;
  return counted(Math.floor(seconds), 'second');
}
