import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  loadOAuth,
  redirectGrant,
  type OAuthClient,
  type OAuthResult,
  type RedirectGrant,
  type SignInTransaction,
} from '../auth/index.ts';
import { CanceledError, OAuthError } from '../errors/index.ts';
import { unlessAborted, withTimeout } from '../http/index.ts';
import { escapeMarkup, visible } from '../text/index.ts';

/** The redirect URL to register; any port may be added (RFC 8252, 7.3). */
export const LOOPBACK_REDIRECT = 'http://127.0.0.1/callback';

const { hostname, pathname } = new URL(LOOPBACK_REDIRECT);

/** The page after the redirect, without a code in its URL. */
const DONE = '/signed-in';
const SIGNED_IN = 'You are signed in. Close this page and return to the terminal.';

/** Milliseconds to wait until the browser loads it. */
const MAX_STEP = 2000;

const TEN_MINUTES = 600;

/** Opens a free port on 127.0.0.1 that receives the redirect from the hub. */
export async function openRedirectReceiver() {
  const server = createServer({ requestTimeout: 10_000 });
  server.listen(0, hostname);
  await once(server, 'listening');
  const host = `${hostname}:${(server.address() as AddressInfo).port}`;
  const redirectUri = `http://${host}${pathname}`;

  /** The redirect, and the browser's request for the page after it. */
  function listen(transaction: SignInTransaction): { grant: Promise<RedirectGrant>; done: Promise<void> } {
    let onDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (onDone = resolve));
    const grant = new Promise<RedirectGrant>((resolve, reject) => {
      server.on('request', (request, response) => {
        // Prevents DNS rebinding.
        const target = request.headers.host === host ? (request.url ?? '') : '';
        const url =
          target.startsWith('/') && URL.canParse(target, redirectUri) && new URL(target, redirectUri);
        if (url && url.pathname === DONE) {
          void sendPage(response, 200, SIGNED_IN).then(onDone);
        } else if (!url || url.pathname !== pathname) void sendPage(response, 404, 'Page not found.');
        else if (request.method !== 'GET') void sendPage(response, 405, 'Method not allowed.');
        else
          settle(url.searchParams, transaction, response).then(
            (redirectGrant) => redirectGrant && resolve(redirectGrant),
            reject,
          );
      });
    });
    return { grant, done };
  }

  return {
    redirectUri,
    close: () => closeServer(server),
    /**
     * Waits for the redirect of a sign-in, then closes the port. Other requests get an error page.
     * @param max seconds to wait; ten minutes by default
     * @throws OAuthError for an error from the hub or a timeout, CanceledError
     */
    async waitForRedirect(transaction: SignInTransaction, signal?: AbortSignal, max = TEN_MINUTES) {
      const { grant, done } = listen(transaction);
      try {
        const redirectGrant = await withTimeout(max * 1000, signal, (limited) =>
          unlessAborted(grant, limited),
        );
        await Promise.race([done, new Promise((resolve) => setTimeout(resolve, MAX_STEP).unref())]);
        return redirectGrant;
      } catch (error) {
        throw error instanceof CanceledError && !signal?.aborted ? timedOut(max) : error;
      } finally {
        await closeServer(server);
      }
    },
  };
}

/** Responds to the browser; undefined for a redirect of another sign-in. @throws OAuthError */
async function settle(parameters: URLSearchParams, transaction: SignInTransaction, response: ServerResponse) {
  let belongs = false;
  try {
    const grant = redirectGrant(parameters, (nonce) => {
      belongs = nonce === transaction.nonce && parameters.get('state') === transaction.state;
      return belongs ? transaction : undefined;
    });
    await sendPage(response, 303, SIGNED_IN, { Location: DONE });
    return grant;
  } catch (error) {
    const { message } = error as Error;
    await sendPage(response, 400, `Sign-in failed: ${message}`);
    if (belongs || !(error instanceof OAuthError)) throw error;
    return undefined;
  }
}

function timedOut(seconds: number): OAuthError {
  const message = `Sign-in timed out after ${seconds} s`;
  return new OAuthError(message, { outcome: 'timeout', hint: 'Sign in again.' });
}

/** Closes a server and its connections. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** Sends a page; settles when the browser has it or closed the connection. */
function sendPage(response: ServerResponse, status: number, sentence: string, more?: OutgoingHttpHeaders) {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tryout</title>
<h1>Tryout</h1>
<p>${escapeMarkup(visible(sentence))}</p>
</html>
`;
  return new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { ...headers, ...more, 'Content-Length': Buffer.byteLength(page) });
    response.end(page);
  });
}

interface BrowserSignIn {
  onPage(url: string): unknown;
  /** Seconds to wait; ten minutes by default. */
  readonly max?: number;
}

/**
 * Signs in with a browser on this machine, which is redirected to a local port. Stores nothing.
 * @throws OAuthError, CanceledError (the client's signal), and what `send` throws
 */
export async function signInByBrowser(
  client: OAuthClient,
  { onPage, max }: BrowserSignIn,
): Promise<OAuthResult> {
  const { prepareSignIn, finishSignIn } = await loadOAuth();
  const receiver = await openRedirectReceiver();
  try {
    const { url, transaction } = await prepareSignIn(client, { redirectUri: receiver.redirectUri });
    const answer = receiver.waitForRedirect(transaction, client.signal, max);
    // Awaited below; it may fail before.
    answer.catch(() => undefined);
    await onPage(url);
    return await finishSignIn(client, await answer);
  } finally {
    await receiver.close();
  }
}
