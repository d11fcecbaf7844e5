import { InputError } from '../errors/index.ts';

/** What a person has to know to register an app of their own. */
export interface ClientIdAdvice {
  /** The address that the hub sends people back to; an app on this machine registers it without a port. */
  readonly redirectUri: string;
  /** Where the id is put, for example `TRYOUT_OAUTH_CLIENT_ID`. */
  readonly setting: string;
}

/**
 * The id that this app has at the hub.
 * @throws InputError `Missing clientId` (specification, section 8) where there is none
 */
export function requireClientId(
  clientId: string | undefined,
  hubUrl: string,
  advice?: ClientIdAdvice,
): string {
  const given = clientId?.trim();
  if (given) return given;
  throw new InputError('Missing clientId', {
    hint: advice
      ? `Register a public app at ${hubUrl}/settings/applications/new with the redirect URL ${advice.redirectUri}, then put its client ID into ${advice.setting}; signing in with a token needs none.`
      : 'Sign in with a token, or name the client ID of an app that is registered at the hub.',
  });
}
