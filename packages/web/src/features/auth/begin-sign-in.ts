import { type BegunRedirect, InputError, loadSignInLink, requireClientId } from '@tryout/engine';
import { browserStorage } from '../../lib/browser-storage.ts';
import { openConnection, type Settings } from '../../lib/settings.ts';

/**
 * Makes the address of the sign-in link.
 * @param returnTo the hash route to come back to
 * @throws InputError `Missing clientId`, OAuthError, and what `send` throws
 */
export async function beginSignIn(
  settings: Settings,
  returnTo: string,
  signal: AbortSignal,
): Promise<BegunRedirect> {
  const redirectUri = pageAddress();
  const clientId = requireClientId(settings.clientId, settings.hubUrl, {
    redirectUri: registered(redirectUri),
    setting: isOnThisMachine()
      ? 'TRYOUT_OAUTH_CLIENT_ID and start tryout web again'
      : 'config.json as clientId',
  });
  if (!isSecureContext)
    throw new InputError('Nobody can sign in through the hub on a page that came over plain http', {
      hint: 'Open it over https, or use a token.',
    });
  const { beginRedirect } = await loadSignInLink();
  const asking = { connection: openConnection(settings), clientId, signal };
  return beginRedirect(asking, { redirectUri, state: returnTo }, browserStorage);
}

/** A page over http is one that `tryout web` serves, or that is tried at 127.0.0.1 before it is hosted. */
function isOnThisMachine(): boolean {
  return location.protocol === 'http:' && isSecureContext;
}

/** What is to be registered for an address: without its port on this machine, where the hub takes any then. */
function registered(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (isOnThisMachine()) url.port = '';
  return url.href;
}

/**
 * The folder that the page stands in: where the hub sends a person back to. That is what is registered, also for who
 * opened `index.html` in it.
 */
export function pageAddress(): string {
  return new URL('./', location.href).href;
}

/** Whether the page stands in another one, as a Space does in its page on the Hub. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
