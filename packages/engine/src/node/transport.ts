import { InputError } from '../errors/index.ts';
import { isLoopback, type Transport } from '../http/index.ts';

/** What a transport needs to know of its surroundings. */
export interface TransportOptions {
  /** Environment variables; `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are heeded, in either case. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Named to servers as `User-Agent`. */
  readonly userAgent: string;
}

const proxyVariables = ['https_proxy', 'http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'];
const yes = new Set(['1', 'ON', 'YES', 'TRUE']);

/** The transport of Node: its own fetch, or undici with a proxy agent where the environment names a proxy. */
export function nodeTransport({ environment, userAgent }: TransportOptions): Transport {
  const usesProxy = proxyVariables.some((name) => environment[name]);
  const offline = yes.has((environment['HF_HUB_OFFLINE'] ?? '').toUpperCase());
  let fetchOnce: Promise<typeof fetch> | undefined;
  return {
    async exchange({ url, headers, body, ...request }) {
      if (offline && !isLoopback(new URL(url))) {
        throw new InputError('HF_HUB_OFFLINE is set, so nothing is sent', {
          hint: 'Unset it, or use the sandbox.',
        });
      }
      fetchOnce ??= usesProxy ? proxiedFetch() : Promise.resolve(fetch);
      const send = await fetchOnce;
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
async function proxiedFetch(): Promise<typeof fetch> {
  const { EnvHttpProxyAgent, fetch: fetchThrough } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent();
  return ((url: string, init: object) =>
    fetchThrough(url, { ...init, dispatcher })) as unknown as typeof fetch;
}
