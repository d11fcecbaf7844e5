import { InputError, NetworkError } from '../errors/index.ts';
import { isLoopback, type Transport } from '../http/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a transport needs to know of its surroundings. */
export interface TransportOptions {
  /** Environment variables; `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are heeded, in either case. */
  readonly environment: Environment;
  /** Named to servers as `User-Agent`. */
  readonly userAgent: string;
}

const proxyVariables = ['https_proxy', 'http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'];
const yes = new Set(['1', 'ON', 'YES', 'TRUE']);

/** The transport of Node: its own fetch, or undici with a proxy agent where the environment names a proxy. */
export function nodeTransport({ environment, userAgent }: TransportOptions): Transport {
  const usesProxy = proxyVariables.some((name) => environment[name]);
  const offline = yes.has((environment['HF_HUB_OFFLINE'] ?? '').toUpperCase());
  let proxied: Promise<typeof fetch> | undefined;
  return {
    async exchange({ url, headers, body, ...request }) {
      if (offline && !isLoopback(new URL(url))) {
        throw new InputError('HF_HUB_OFFLINE is set, so nothing is sent', {
          hint: 'Unset it, or use the sandbox.',
        });
      }
      // This machine is reached without a proxy, which would look for the sandbox on its own.
      const send =
        usesProxy && !isLoopback(new URL(url)) ? await (proxied ??= proxiedFetch(environment)) : fetch;
      const init = {
        ...request,
        headers: { 'User-Agent': userAgent, ...headers },
        body,
        redirect: 'manual',
        duplex: 'half',
      };
      return send(url, init as RequestInit);
    },
    streamsUploads: true,
    encodeBase64({ buffer, byteOffset, byteLength }) {
      return Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('base64'), 'latin1');
    },
  };
}

/** Node 20's own fetch knows no proxies. */
async function proxiedFetch(environment: Environment): Promise<typeof fetch> {
  const { EnvHttpProxyAgent, fetch: fetchThrough } = await import('undici');
  const named = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  const httpProxy = named('http_proxy');
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy: named('https_proxy') ?? httpProxy,
    noProxy: named('no_proxy') ?? '',
  });
  return (async (url: string, init: object) => {
    try {
      return await fetchThrough(url, { ...init, dispatcher });
    } catch (error) {
      throw nameProxy(error, url);
    }
  }) as unknown as typeof fetch;
}

/** Failures of reaching the proxy; behind it, it is the proxy that connects. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function nameProxy(error: unknown, url: string): unknown {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  if (!unreachable.has(cause?.code ?? '')) return error;
  return new NetworkError(
    `The proxy in front of ${new URL(url).host} could not be reached (${cause?.code})`,
    {
      url,
      hint: 'Check HTTPS_PROXY and HTTP_PROXY.',
      cause: error,
    },
  );
}
