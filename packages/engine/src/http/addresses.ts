import { InputError } from '../errors/index.ts';
import { withoutToken } from '../text/index.ts';
import { type Connection, HUB_URL, INFERENCE_URL } from './connection.ts';

const ENDPOINTS_SUFFIX = '.endpoints.huggingface.cloud';

/** Whether an address is this machine's own. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether what is sent there cannot be read on the way: https, or http to this machine. */
export function isPrivateWay(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/**
 * Whether a file that a server names may be fetched: over https, or from this machine when that server is on it as
 * well; a server elsewhere must not make us ask our own.
 */
export function mayFetchFrom(url: URL, namedBy: URL): boolean {
  return isPrivateWay(url) && (!isLoopback(url) || isLoopback(namedBy));
}

/**
 * Whether the token of the Hub may go to this address (F12, F13): the Hub, its dedicated endpoints, and the configured
 * hub and inference hosts, compared as whole origins after parsing; never in the clear over a network. Anything else
 * only when the person asked for it.
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

/** Whether an address contains the token, in any spelling. */
export function containsToken(address: string, token: string | undefined): boolean {
  return withoutToken(address, token) !== address;
}

/**
 * An address that can be asked.
 * @throws InputError for what is no http(s) address, and for one that holds a name or password
 */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`'${text}' is not a web address`, { hint: 'It begins with https://.' });
  }
  if (url.username || url.password) {
    throw new InputError('The address holds a name or password in front of its host', {
      hint: 'Leave out what stands before @.',
    });
  }
  return url;
}
