import { createContext, runInContext } from 'node:vm';
import { InputError } from '../errors/index.ts';
import { isLoopback, type Transport } from '../http/index.ts';
import { exchangeOverHttp } from './http-exchange.ts';
import { proxiedExchange, proxyVariable } from './proxy.ts';
import type { Environment } from './settings.ts';

export interface TransportOptions {
  /** `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY` in either case, and `HF_HUB_OFFLINE` are used. */
  readonly environment: Environment;
  readonly userAgent: string;
}

const yes = new Set(['1', 'ON', 'YES', 'TRUE']);

/** Node's HTTP client, or undici if the environment has a proxy. */
export function nodeTransport({ environment, userAgent }: TransportOptions): Transport {
  const offline = yes.has((environment['HF_HUB_OFFLINE'] ?? '').toUpperCase());
  const proxied = new Map<string, Promise<Transport['exchange']>>();
  return {
    async exchange(request) {
      const url = new URL(request.url);
      const isLocal = isLoopback(url);
      if (offline && !isLocal) {
        const hint = 'Unset it, or use the sandbox.';
        throw new InputError('HF_HUB_OFFLINE is set, so no requests are sent', { hint });
      }
      // For a proxy, loopback is another machine.
      const variable = isLocal ? undefined : proxyVariable(url, environment);
      if (variable !== undefined && !proxied.has(variable))
        proxied.set(variable, proxiedExchange(variable, environment));
      const exchange = (await proxied.get(variable ?? '')) ?? exchangeOverHttp;
      return exchange({ ...request, headers: { 'User-Agent': userAgent, ...request.headers } });
    },
    streamsUploads: true,
    async checkValue(schema, value, timeout) {
      const { createValidator } = await import('../spec/answer-schema.ts');
      const findProblem = await createValidator(schema);
      const work = () => findProblem(value);
      return runInContext('work()', createContext({ work }), { timeout }) as string | undefined;
    },
    encodeBase64({ buffer, byteOffset, byteLength }) {
      return Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('base64'), 'latin1');
    },
  };
}
