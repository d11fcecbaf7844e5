import { InputError } from '../errors/index.ts';
import { getApplicationPage, HUB_URL } from '../http/index.ts';

/** Tryout's own OAuth app on the Hub; none is registered yet, so signing in there needs a token or an app of yours. */
const DEFAULT_CLIENT_ID: string | undefined = undefined;

export interface ClientIdAdvice {
  /** The app's redirect URL; one on this machine has no port. */
  readonly redirectUri: string;
  /** For example `TRYOUT_OAUTH_CLIENT_ID`. */
  readonly setting: string;
}

/** The client ID for signing in on a page of a hub: the configured one, or the default of the Hub. */
export function findClientId(configured: string | undefined, hubUrl: string): string | undefined {
  return configured?.trim() || (hubUrl === HUB_URL ? DEFAULT_CLIENT_ID : undefined);
}

/** How to get a client ID and where to set it, without a period. */
export function clientIdAdvice(hubUrl: string, { redirectUri, setting }: ClientIdAdvice): string {
  const page = getApplicationPage(hubUrl);
  return `Register a public app at ${page} with the redirect URL ${redirectUri}, then set ${setting} to its client ID`;
}

/** The client ID. @throws InputError `Missing clientId` (specification, section 8) */
export function requireClientId(
  configured: string | undefined,
  hubUrl: string,
  advice: ClientIdAdvice,
): string {
  const clientId = findClientId(configured, hubUrl);
  if (clientId !== undefined) return clientId;
  const message = `Missing clientId: set ${advice.setting}, or sign in with a token`;
  throw new InputError(message, { hint: `${clientIdAdvice(hubUrl, advice)}.` });
}
