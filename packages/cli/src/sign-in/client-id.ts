import { requireClientId } from '@tryout/engine';
import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import { SANDBOX_CLIENT_ID } from '../context/embedded-hub.ts';

const SETTING = 'TRYOUT_OAUTH_CLIENT_ID';

/** Where a client id is looked for. */
interface Asked {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly hubUrl: string;
  /** The embedded hub knows an app of its own. */
  readonly isSandbox: boolean;
}

/**
 * The id of this app at the hub, for signing in on a page of it.
 * @throws InputError `Missing clientId`, with the way to get one
 */
export function clientIdFor({ environment, hubUrl, isSandbox }: Asked): string {
  if (isSandbox) return SANDBOX_CLIENT_ID;
  return requireClientId(environment[SETTING], hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING });
}
