import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redirectGrant, type RedirectGrant, type SignInTransaction } from '../auth/index.ts';
import { CanceledError, OAuthError } from '../errors/index.ts';
import { visible } from '../text/index.ts';

/** What an app registers: any port of this machine may stand in it (RFC 8252, 7.3). */
export const LOOPBACK_REDIRECT = 'http://127.0.0.1/callback';

const { hostname, pathname } = new URL(LOOPBACK_REDIRECT);

/** Where the browser is sent on to, so that the code stays neither in its address nor in its history (F24). */
const DONE = '/signed-in';

/** Milliseconds that the browser may take for that. */
const LONGEST_STEP = 2000;

/** A port of this machine that the hub sends a person's browser back to. */
interface RedirectReceiver {
  /** With the port; part of the sign-in's address. */
  readonly redirectUri: string;
  /**
   * Waits for the answer to a sign-in. Whatever does not belong to it is shown its error and does not end the wait.
   * The port is closed when this settles.
   * @param most seconds to wait; ten minutes by default
   * @throws OAuthError for what the hub answers in place of a code, and when the time is over; CanceledError
   */
  answerTo(transaction: SignInTransaction, signal?: AbortSignal, most?: number): Promise<RedirectGrant>;
  /** Closes the port, for a sign-in that is given up before the wait. */
  close(): Promise<void>;
}

const TEN_MINUTES = 600;

/** Opens a free port on 127.0.0.1. */
export async function openRedirectReceiver(): Promise<RedirectReceiver> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = notHere;
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => answer(request, response));
  server.listen(0, hostname);
  await once(server, 'listening');
  const host = `${hostname}:${(server.address() as AddressInfo).port}`;
  const redirectUri = `http://${host}${pathname}`;
  return {
    redirectUri,
    close: () => closeServer(server),
    async answerTo(transaction, signal, most = TEN_MINUTES) {
      let end: () => void = () => undefined;
      let seen: () => void = () => undefined;
      const isSeen = new Promise<void>((resolve) => (seen = resolve));
      const answered = new Promise<RedirectGrant>((resolve, reject) => {
        const cancel = () => reject(new CanceledError());
        const timer = setTimeout(() => reject(tooLate(most)), most * 1000);
        signal?.addEventListener('abort', cancel, { once: true });
        if (signal?.aborted) cancel();
        end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
        };
        answer = (request, response) => {
          // A page elsewhere may give its own name to this machine: it is not who we wait for.
          const target = request.headers.host === host ? (request.url ?? '') : '';
          if (!target.startsWith('/') || !URL.canParse(target, redirectUri))
            return notHere(request, response);
          const url = new URL(target, redirectUri);
          if (url.pathname === DONE)
            return void answerPage(
              response,
              200,
              'Tryout goes on in the terminal. This page can be closed.',
            ).then(seen);
          if (url.pathname !== pathname) return notHere(request, response);
          if (request.method !== 'GET')
            return void answerPage(response, 405, 'This page can only be opened.');
          settle(url.searchParams, transaction, response).then((grant) => grant && resolve(grant), reject);
        };
      });
      try {
        const grant = await answered;
        await Promise.race([isSeen, aWhile()]);
        return grant;
      } finally {
        end();
        await closeServer(server);
      }
    },
  };
}

/** Answers the browser first; undefined for what does not belong to this sign-in. @throws OAuthError */
async function settle(
  parameters: URLSearchParams,
  transaction: SignInTransaction,
  response: ServerResponse,
): Promise<RedirectGrant | undefined> {
  let belongs = false;
  try {
    const grant = redirectGrant(parameters, (nonce) => {
      belongs = nonce === transaction.nonce && parameters.get('state') === transaction.state;
      return belongs ? transaction : undefined;
    });
    await sendOn(response, DONE);
    return grant;
  } catch (error) {
    const { message } = error as Error;
    await answerPage(response, 400, `The sign-in did not work: ${message}`);
    if (belongs || !(error instanceof OAuthError)) throw error;
    return undefined;
  }
}

function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_STEP).unref());
}

function notHere(_request: IncomingMessage, response: ServerResponse): void {
  void answerPage(response, 404, 'There is nothing here.');
}

function tooLate(seconds: number): OAuthError {
  return new OAuthError(`The sign-in was not finished within ${seconds} s`, {
    outcome: 'timeout',
    hint: 'Sign in again.',
  });
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A page can run and load nothing, tells no other page where it stood, and is not kept. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** Answers a browser with one sentence; settles when the browser has it, or has gone. */
export function answerPage(response: ServerResponse, status: number, sentence: string): Promise<void> {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tryout</title>
<h1>Tryout</h1>
<p>${escaped(sentence)}</p>
</html>
`;
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(page) });
    response.end(page);
  });
}

/** Sends a browser to another page of this server, whose address takes the place of its own. */
function sendOn(response: ServerResponse, path: string): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(303, { ...headers, Location: path, 'Content-Length': 0 });
    response.end();
  });
}

/** What the hub wrote is text, whatever it looks like. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
