import { RedirectError } from '../errors/index.ts';
import type { Connection } from './connection.ts';
import type { HttpResponse } from './response.ts';
import type { RequestBody, UrlEncodedBody } from './upload.ts';
import { mayFetchFrom, requireNoToken } from './urls.ts';

/** A request without the token, which is added according to the URL. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | UrlEncodedBody;
  /** A public file: requested without the token, and redirects to other hosts are followed. */
  readonly isPublic?: boolean | undefined;
}

const redirects = [301, 302, 303, 307, 308];

/** Whether a response is a redirect, or comes from another origin because the browser followed one. */
export function isRedirect({ url, isPublic }: OutgoingRequest, response: HttpResponse): boolean {
  const hasLeft = !isPublic && new URL(response.url).origin !== new URL(url).origin;
  // A browser's redirect has status 0 and no location.
  if (hasLeft || response.status === 0) return true;
  return redirects.includes(response.status) && response.headers.has('location');
}

/**
 * The target of a redirect if it may be followed: on the same origin, keeping method and body, and not for forms.
 * Public files may be on other hosts.
 * @throws RedirectError
 */
export function redirectTarget(
  request: OutgoingRequest,
  response: HttpResponse,
  { token }: Pick<Connection, 'token'>,
): string {
  const from = new URL(request.url);
  const location = response.headers.get('location') ?? '';
  requireNoToken(location, from.href, token);
  const to = location && URL.canParse(location, from) ? new URL(location, from) : undefined;
  // Forms contain single-use codes and refresh tokens.
  const isForm = request.body?.kind === 'url-encoded';
  // 307 and 308 keep method and body.
  const keepsRequest = request.method === 'GET' || (response.status >= 307 && !isForm);
  const isAllowed = to?.origin === from.origin || (request.isPublic && to && mayFetchFrom(to, from));
  if (to && keepsRequest && isAllowed) return to.href;
  const message = `Did not follow the redirect from ${from.host}${to ? ` to ${to.host}` : ''}`;
  const hint = 'If you trust the new URL, use it directly; your token and input were not sent there.';
  throw new RedirectError(message, { url: from.href, hint });
}
