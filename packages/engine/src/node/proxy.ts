import { BlockList, isIP } from 'node:net';
import { InputError, NetworkError } from '../errors/index.ts';
import { getCauses, toTransportResponse, type Transport } from '../http/index.ts';
import type { Environment } from './settings.ts';

/**
 * The variable with the proxy for a URL: `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`, in either case. Undefined for hosts
 * in `NO_PROXY`.
 */
export function proxyVariable(url: URL, environment: Environment): string | undefined {
  const find = (...names: string[]) =>
    names.flatMap((name) => [name, name.toUpperCase()]).find((name) => environment[name]?.trim());
  const exempt = environment[find('no_proxy') ?? ''] ?? '';
  const isExempt = exempt.split(/[\s,]+/).some((entry) => entry !== '' && isNamedBy(entry, url));
  if (isExempt) return undefined;
  const forHttps = url.protocol === 'https:' ? ['https_proxy'] : [];
  return find(...forHttps, 'http_proxy', 'all_proxy');
}

/** Whether an entry of `NO_PROXY` covers a URL: `*`, a host with its subdomains, or IP addresses; also with a port. */
function isNamedBy(entry: string, { hostname, port, protocol }: URL): boolean {
  if (entry === '*') return true;
  const [, ipv6 = '', plain = '', entryPort] =
    /^(?:\[(.+)\]|([^:]*:[^:]*:.*|[^:]*))(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (entryPort !== undefined && entryPort !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const [address = '', bits] = (ipv6 || plain).split('/');
  const version = isIP(address);
  if (version === 0) {
    const name = address.replace(/^\*?\.|\.$/g, '');
    return name !== '' && (host === name || host.endsWith(`.${name}`));
  }
  const size = version === 4 ? 32 : 128;
  const length = bits === undefined ? size : Number(bits);
  if (isIP(host) !== version || !(length >= 0 && length <= size)) return false;
  const subnet = new BlockList();
  subnet.addSubnet(address, length, `ipv${version as 4 | 6}`);
  return subnet.check(host, `ipv${version as 4 | 6}`);
}

type Exchange = Transport['exchange'];

/** Sends requests through the proxy in a variable: Node 20's HTTP client cannot. @throws InputError for a bad value */
export async function proxiedExchange(variable: string, environment: Environment): Promise<Exchange> {
  const { ProxyAgent, fetch: fetchThrough } = await import('undici');
  const dispatcher = createAgent();
  return async ({ url, body, ...request }) => {
    try {
      const options = { body: body as never, redirect: 'manual', duplex: 'half', dispatcher } as const;
      return toTransportResponse(
        (await fetchThrough(url, { ...request, ...options })) as unknown as Response,
      );
    } catch (error) {
      throw nameProxy(error, url, variable);
    }
  };

  function createAgent() {
    const value = environment[variable]!.trim();
    const address = /^\w[\w+.-]*:\/\//.test(value) ? value : `http://${value}`;
    try {
      // undici leaves resolving names to the proxy anyway.
      const url = new URL(address.replace(/^socks5h:/i, 'socks5:'));
      Object.assign(url, { pathname: '/', search: '', hash: '' });
      if (/^(?:https?|socks5?):$/.test(url.protocol) && url.hostname) return new ProxyAgent(url.href);
    } catch {
      // The error may quote the password.
    }
    throw new InputError(`${variable} is not a valid proxy URL`, {
      hint: 'Set it to a URL such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080, or unset it.',
    });
  }
}

const unreachable = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const refused = /^UND_ERR_(?:ABORTED|PRX_TLS|SOCKS)|proxy/i;
const broken = /^(?:UND_ERR_SOCKET|ECONNRESET|EPROTO|HPE_.*|ERR_SSL_.*)$/;

function nameProxy(error: unknown, url: string, variable: string): unknown {
  const chain = getCauses(error);
  const code = chain.map((cause) => String(cause.code ?? '')).find((known) => /[A-Z]/.test(known)) ?? '';
  const { host } = new URL(url);
  const explained = (text: string) =>
    new NetworkError(text, { url, hint: `Check ${variable}.`, cause: error });
  if (unreachable.test(code)) return explained(`Could not reach the proxy for ${host} (${code})`);
  if (refused.test(code) || chain.some(({ message }) => refused.test(message)))
    return explained(`The proxy refused to connect to ${host}`);
  if (broken.test(code)) return explained(`The connection to ${host} through the proxy failed (${code})`);
  return error;
}
