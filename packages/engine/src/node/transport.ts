import { InputError, NetworkError } from '../errors/index.ts';
import { toTransportResponse, isLoopback, type Transport } from '../http/index.ts';
import { exchangeOverHttp } from './http-exchange.ts';
import type { Environment } from './settings.ts';

export interface TransportOptions {
  /** `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` in either case, and `HF_HUB_OFFLINE` are used. */
  readonly environment: Environment;
  readonly userAgent: string;
}

const proxyVariables = ['https_proxy', 'http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'];
const yes = new Set(['1', 'ON', 'YES', 'TRUE']);

/** Node's HTTP client, or undici if the environment has a proxy. */
export function nodeTransport({ environment, userAgent }: TransportOptions): Transport {
  const usesProxy = proxyVariables.some((name) => environment[name]);
  const offline = yes.has((environment['HF_HUB_OFFLINE'] ?? '').toUpperCase());
  let proxied: Promise<Exchange> | undefined;
  return {
    async exchange(request) {
      const isLocal = isLoopback(new URL(request.url));
      if (offline && !isLocal) {
        const hint = 'Unset it, or use the sandbox.';
        throw new InputError('HF_HUB_OFFLINE is set, so no requests are sent', { hint });
      }
      // For a proxy, loopback is another machine.
      const exchange =
        usesProxy && !isLocal ? await (proxied ??= proxiedExchange(environment)) : exchangeOverHttp;
      return exchange({ ...request, headers: { 'User-Agent': userAgent, ...request.headers } });
    },
    streamsUploads: true,
    encodeBase64({ buffer, byteOffset, byteLength }) {
      return Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('base64'), 'latin1');
    },
  };
}

type Exchange = Transport['exchange'];

/** Node 20's HTTP client has no proxy support. */
async function proxiedExchange(environment: Environment): Promise<Exchange> {
  const { EnvHttpProxyAgent, fetch: fetchThrough } = await import('undici');
  const named = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  const httpProxy = named('http_proxy');
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy: named('https_proxy') ?? httpProxy,
    noProxy: named('no_proxy') ?? '',
  });
  return async ({ url, body, ...request }) => {
    try {
      const own = { body: body as never, redirect: 'manual', duplex: 'half', dispatcher } as const;
      return toTransportResponse((await fetchThrough(url, { ...request, ...own })) as unknown as Response);
    } catch (error) {
      throw nameProxy(error, url);
    }
  };
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function nameProxy(error: unknown, url: string): unknown {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  if (!unreachable.has(cause?.code ?? '')) return error;
  const message = `Could not reach the proxy for ${new URL(url).host} (${cause?.code})`;
  return new NetworkError(message, { url, hint: 'Check HTTPS_PROXY and HTTP_PROXY.', cause: error });
}
