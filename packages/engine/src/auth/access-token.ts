import { InputError, InputTypeError } from '../errors/index.ts';
import { HUB_URL } from '../http/index.ts';
import { isAccessToken, TOKEN_PREFIX } from '../text/index.ts';

/** Preselects the only permission that runs need. */
const NEW_TOKEN = '/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * The page of a hub for creating a token.
 * @param hubUrl for example `https://huggingface.co`
 */
export function tokenPageOf(hubUrl: string = HUB_URL): string {
  return `${hubUrl.replace(/\/+$/, '')}${NEW_TOKEN}`;
}

/**
 * A pasted token, trimmed.
 * @param hubUrl the hub to name in the hint
 * @throws InputTypeError, which never contains the token
 */
export function checkAccessToken(pasted: string, hubUrl?: string): string {
  const token = pasted.trim();
  const page = tokenPageOf(hubUrl);
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint: `Create one at ${page}` });
  if (isAccessToken(token)) return token;
  const message =
    token === TOKEN_PREFIX
      ? "Your access token is incomplete: nothing follows 'hf_'"
      : 'Your access token contains an invalid character';
  throw new InputTypeError(message, { hint: `Copy it again, or create one at ${page}` });
}

export interface ClientIdAdvice {
  /** The app's redirect URL; one on this machine has no port. */
  readonly redirectUri: string;
  /** For example `TRYOUT_OAUTH_CLIENT_ID`. */
  readonly setting: string;
}

/** The configured client ID. @throws InputError `Missing clientId` (specification, section 8) */
export function requireClientId(
  clientId: string | undefined,
  hubUrl: string,
  advice?: ClientIdAdvice,
): string {
  const given = clientId?.trim();
  if (given) return given;
  throw new InputError('Missing clientId', {
    hint: advice
      ? `Register a public app at ${hubUrl}/settings/applications/new with the redirect URL ${advice.redirectUri}, then set ${advice.setting} to its client ID, or sign in with a token.`
      : 'Sign in with a token, or configure the client ID of an app registered on the hub.',
  });
}
