import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowLoopbackRedirects } from './clients.ts';
import { configure, type FetchDocument } from './configuration.ts';
import { devicePatience } from './device-patience.ts';
import { prefillCode } from './device-pages.ts';
import { showAvatar } from './guest.ts';
import { loadProvider } from './load-provider.ts';
import { signIn } from './sign-in.ts';
import { prefixAccessTokens } from './token-prefix.ts';

export interface OAuthOptions {
  /** The hub's own address, for example `http://127.0.0.1:8080`. */
  issuer: string;
  /** Fetches client metadata documents; by default the global fetch, with private addresses refused. */
  fetch?: FetchDocument;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Sign-in with the sandbox as the Hub offers it: OpenID discovery, authorization code with PKCE, device code,
 * refresh tokens and userinfo, for public clients: `tryout-sandbox`, or the address of a client metadata document:
 * https, or http on this machine. The one account is the guest, who signs in by pressing a button. Everything is kept in memory.
 *
 * The listener answers `/.well-known/openid-configuration` and `/oauth/…`, anything else with 404. The library
 * loads and the signing key is made at the first request.
 */
export function createOAuth(options: OAuthOptions): Listener {
  let starting: Promise<Listener> | undefined;
  return (request, response) => {
    starting ??= start(options);
    starting.then(
      (listener) => listener(request, response),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
}

async function start({ issuer, fetch }: OAuthOptions): Promise<Listener> {
  const [{ Provider }, configuration] = await Promise.all([loadProvider(), configure(issuer, fetch)]);
  const provider = new Provider(issuer, configuration);
  provider.silent = true;
  allowLoopbackRedirects(provider);
  prefixAccessTokens(provider);
  provider.use(devicePatience());
  provider.use(signIn(provider));
  provider.use(prefillCode);
  provider.use(showAvatar);
  return provider.callback();
}
