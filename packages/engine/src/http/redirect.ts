import { RedirectError } from '../errors/index.ts';
import type { Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import type { OutgoingRequest } from './send.ts';
import { containsToken, mayFetchFrom } from './addresses.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
/** These keep method and body. */
const repeatingRedirects = new Set([307, 308]);

/** A browser's redirect has status 0 and no location. */
export function isRedirect(answer: Answer): boolean {
  return answer.status === 0 || (redirects.has(answer.status) && answer.headers.has('location'));
}

/**
 * The target of a redirect that may be followed: on the same origin, with method and body kept, and for no form. Public
 * files may be on other hosts.
 * @throws RedirectError
 */
export function redirectTarget(
  request: Pick<OutgoingRequest, 'method' | 'isPublic' | 'body'>,
  answer: Answer,
  { token }: Pick<Connection, 'token'>,
): string {
  const from = new URL(answer.url);
  const location = answer.headers.get('location');
  requireNoToken(location ?? '', answer.url, token);
  const to = location && URL.canParse(location, from) ? new URL(location, from) : undefined;
  // Forms have codes and refresh tokens, which are single-use.
  const isForm = request.body?.kind === 'url-encoded';
  const repeats = request.method === 'GET' || (repeatingRedirects.has(answer.status) && !isForm);
  const stays = to?.origin === from.origin || (request.isPublic && to && mayFetchFrom(to, from));
  if (to && repeats && stays) return to.href;
  throw new RedirectError(
    `${from.host} sends the request on${to ? ` to ${to.host}` : ' elsewhere'}, which was not followed`,
    {
      url: answer.url,
      hint: 'Neither token nor input went there; use the new address itself if you trust it.',
    },
  );
}

/**
 * @param address sent by the server at `from`
 * @throws RedirectError if it contains the token
 */
export function requireNoToken(address: string, from: string, token: string | undefined): void {
  if (!containsToken(address, token)) return;
  const message = `${new URL(from).host} puts the access token into an address, which was not followed`;
  throw new RedirectError(message, { url: from, hint: 'Addresses end up in logs: replace the token.' });
}
