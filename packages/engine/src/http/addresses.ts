import { InputError } from '../errors/index.ts';
import { withoutToken } from '../text/index.ts';
import { HUB_URL, INFERENCE_URL, type Connection } from './connection.ts';

const ENDPOINTS_SUFFIX = '.endpoints.huggingface.cloud';

export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** https, or http on this machine. */
export function isPrivateWay(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Whether a file may be fetched: over https, or from this machine if the server that refers to it is here, too. */
export function mayFetchFrom(url: URL, namedBy: URL): boolean {
  return isPrivateWay(url) && (!isLoopback(url) || isLoopback(namedBy));
}

/**
 * Whether a URL may get the token (F12, F13): the Hub, its dedicated endpoints, and the configured hub and inference
 * hosts, compared by origin; others only with `sendToken`. Never without encryption.
 */
export function mayReceiveToken(
  target: string,
  { hubUrl, inferenceUrl, sendToken }: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken'>,
): boolean {
  const url = new URL(target);
  if (!isPrivateWay(url)) return false;
  if (sendToken) return true;
  const trusted = [HUB_URL, INFERENCE_URL, hubUrl, inferenceUrl].map((base) => new URL(base).origin);
  return trusted.includes(url.origin) || isDedicatedEndpoint(url);
}

function isDedicatedEndpoint({ hostname, port }: URL): boolean {
  return hostname.endsWith(ENDPOINTS_SUFFIX) && hostname.length > ENDPOINTS_SUFFIX.length && port === '';
}

/** Whether a URL contains the token, in any encoding. */
export function containsToken(address: string, token: string | undefined): boolean {
  return withoutToken(address, token) !== address;
}

/** Parses an http(s) URL without name and password. @throws InputError */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`'${text}' is not a web address`, { hint: 'It begins with https://.' });
  }
  if (url.username || url.password) {
    throw new InputError('The address holds a name or password in front of its host', {
      hint: 'Leave out everything before @.',
    });
  }
  return url;
}
