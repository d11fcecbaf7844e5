import { InputError, RedirectError } from '../errors/index.ts';
import { withoutToken } from '../text/index.ts';
import { HUB_URL, INFERENCE_URL, type Connection } from './connection.ts';
import type { HttpResponse } from './response.ts';
import type { RequestBody, UrlEncodedBody } from './upload.ts';

const ENDPOINTS_SUFFIX = '.endpoints.huggingface.cloud';

export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether an address is on this machine or in a private network. Names other than `localhost` are not looked up. */
export function isPrivateAddress(url: URL): boolean {
  const { hostname } = url;
  // IPv6 can hold the same addresses of IPv4, in hexadecimal digits.
  if (hostname.startsWith('['))
    return /^\[(?:::(?:1?\]|ffff:(?:0|a..|7f..|c0a8|a9fe|ac1.):)|f(?:[cd]..|e[89ab].):)/.test(hostname);
  return (
    /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3})+$/.test(hostname) ||
    /^(?:.+\.)?localhost\.?$/.test(hostname)
  );
}

/** https, or http on this machine. */
export function isSecureUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Whether a file may be downloaded: over https or from this machine, and no nearer than the referring server is. */
export function mayFetchFrom(url: URL, referrer: URL): boolean {
  return (
    isSecureUrl(url) && [isLoopback, isPrivateAddress].every((isNear) => !isNear(url) || isNear(referrer))
  );
}

/** The dataset viewer of a hub, at the address that the `datasets` library derives from it; IP addresses have none. */
export function getViewerUrl(hubUrl: string): string {
  const url = hubUrl.replace(/^https:\/\//, 'https://datasets-server.');
  return URL.canParse(url) ? url : hubUrl;
}

/**
 * Whether a URL may receive the token: the Hub, its dedicated endpoints, and the configured hub, its dataset
 * viewer and the inference host, compared by origin; others only with `sendToken`. Never without encryption.
 */
export function mayReceiveToken(
  target: string,
  { hubUrl, inferenceUrl, sendToken }: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken'>,
): boolean {
  const url = new URL(target);
  if (!isSecureUrl(url)) return false;
  if (sendToken) return true;
  const hubs = [HUB_URL, hubUrl].flatMap((hub) => [hub, getViewerUrl(hub)]);
  const trusted = [...hubs, INFERENCE_URL, inferenceUrl].map((base) => new URL(base).origin);
  return trusted.includes(url.origin) || isDedicatedEndpoint(url);
}

function isDedicatedEndpoint({ hostname, port }: URL): boolean {
  return hostname.endsWith(ENDPOINTS_SUFFIX) && hostname.length > ENDPOINTS_SUFFIX.length && port === '';
}

export function containsToken(address: string, token: string | undefined): boolean {
  return withoutToken(address, token) !== address;
}

/** Parses an http(s) URL without name and password. @throws InputError */
export function parseWebUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`'${text}' is not a valid URL`, { hint: 'Use a URL that starts with https://.' });
  }
  if (url.username || url.password) {
    const hint = 'Remove everything before the @.';
    throw new InputError('The URL contains a user name or password', { hint });
  }
  return url;
}

/**
 * @param address sent by the server at `from`
 * @throws RedirectError if it contains the token
 */
export function requireNoToken(address: string, from: string, token: string | undefined): void {
  if (!containsToken(address, token)) return;
  const message = `${new URL(from).host} put your access token in a URL; the URL was not requested`;
  throw new RedirectError(message, { url: from, hint: 'URLs end up in logs: replace the token.' });
}

/**
 * Whether a URL, which may be composed of what a server sent, is below a base. Never with a path that another server could
 * read as one elsewhere: with encoded dots, slashes, backslashes or percent signs, or two slashes.
 */
export function isBelow(address: string, base: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.href.startsWith(`${base}/`)) return false;
  return !/\/\/|%(?:2e|2f|5c|25)/i.test(url.href.slice(base.length).split(/[?#]/)[0]!);
}

/** A request without the token, which is added according to the URL. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | UrlEncodedBody;
  /** Redirects are only followed below this URL. */
  readonly base?: string | undefined;
  /** A public file: requested without the token, and redirects to other hosts are followed. */
  readonly isPublic?: boolean | undefined;
  /** A file of the hub: redirects to other hosts are followed, but without the token. */
  readonly isHubFile?: boolean | undefined;
}

const redirects = [301, 302, 303, 307, 308];

/** Whether a response is a redirect, or comes from another origin because the browser followed one. */
export function isRedirect({ url, isPublic, isHubFile }: OutgoingRequest, response: HttpResponse): boolean {
  const hasLeft = !isPublic && !isHubFile && new URL(response.url).origin !== new URL(url).origin;
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
  const mayLeave = request.isPublic || request.isHubFile;
  const isInside = to?.origin === from.origin && (!request.base || isBelow(to.href, request.base));
  const isAllowed = isInside || (mayLeave && to && mayFetchFrom(to, from));
  if (to && keepsRequest && isAllowed) return to.href;
  const message = `Did not follow the redirect from ${from.host}${to ? ` to ${to.host}` : ''}`;
  const hint = 'If you trust the new URL, use it directly; your token and input were not sent there.';
  throw new RedirectError(message, { url: from.href, hint });
}
