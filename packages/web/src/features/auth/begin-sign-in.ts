import { InputError, loaded, loadOAuth, requireClientId, type PreparedRedirect } from '@tryout/engine';
import { browserStorage } from '../../lib/browser-storage.ts';
import { openConnection, type Settings } from '../../lib/settings.ts';

/** The URL of the page's folder, without `index.html`: the registered redirect URI. */
export function pageUrl(): string {
  return new URL('./', location.href).href;
}

/**
 * Creates the URL of the sign-in link.
 * @param returnTo the hash route to return to
 * @throws InputError `Missing clientId`, LoadError, OAuthError, and the errors of `send`
 */
export async function beginSignIn(
  settings: Settings,
  returnTo: string,
  signal: AbortSignal,
): Promise<PreparedRedirect> {
  const redirectUri = pageUrl();
  const clientId = requireClientId(settings.clientId, settings.hubUrl, {
    redirectUri: registeredUri(redirectUri),
    setting: isLocal() ? 'TRYOUT_OAUTH_CLIENT_ID' : 'clientId in config.json',
  });
  if (!isSecureContext)
    throw new InputError('Signing in through the hub requires https', {
      hint: 'Open this page over https, or use a token.',
    });
  const { beginRedirect } = await loaded(loadOAuth);
  const request = { connection: openConnection(settings), clientId, signal };
  return beginRedirect(request, { redirectUri, state: returnTo }, browserStorage);
}

/** Whether the page is served from this machine, for example by `tryout web`. */
function isLocal(): boolean {
  return location.protocol === 'http:' && isSecureContext;
}

/** On loopback, the Hub accepts any port if the registered URI has none. */
function registeredUri(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (isLocal()) url.port = '';
  return url.href;
}
