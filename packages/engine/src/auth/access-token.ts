import { InputError, InputTypeError } from '../errors/index.ts';
import { HUB_URL } from '../http/index.ts';
import { isAccessToken, TOKEN_PREFIX } from '../text/index.ts';

/** Where a token with just the permission that runs need is made. */
const NEW_TOKEN = '/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * The page of a hub on which a person makes a token.
 * @param hubUrl base address, for example `https://huggingface.co`
 */
export function tokenPageOf(hubUrl: string = HUB_URL): string {
  return `${hubUrl.replace(/\/+$/, '')}${NEW_TOKEN}`;
}

/**
 * A token as a person pasted it, without the white space around it.
 * @param hubUrl the hub whose page the hint names
 * @throws InputTypeError, which never holds the token
 */
export function checkAccessToken(pasted: string, hubUrl?: string): string {
  const token = pasted.trim();
  const page = tokenPageOf(hubUrl);
  const hint = `Make one at ${page}`;
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint });
  if (token === TOKEN_PREFIX)
    throw new InputTypeError("Your access token holds nothing behind 'hf_'", {
      hint: `Copy it again, or make one at ${page}`,
    });
  if (!isAccessToken(token)) {
    throw new InputTypeError('Your access token holds a character that no token has', {
      hint: `Copy it again, or make one at ${page}`,
    });
  }
  return token;
}

/** What a person has to know to register an app of their own. */
interface ClientIdAdvice {
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
