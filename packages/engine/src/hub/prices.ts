import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { createCache } from './cache.ts';
import { getJson } from './hub-api.ts';

/** US dollars per 1M tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** `$0.05 in, $0.08 out per 1M tokens` */
export function priceText({ input, output }: Price): string {
  return `$${input} in, $${output} out per 1M tokens`;
}

const cache = createCache<ReadonlyMap<string, Price>>();

/**
 * Prices of a chat model by provider, from the router (`GET /v1/models`); cached.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export function fetchPrices(connection: Connection, model: string, signal?: AbortSignal) {
  const url = `${connection.inferenceUrl}/v1/models`;
  return cache.get(`${url} ${model}`, async () => {
    const { json } = await getJson(connection, url, signal);
    const row = rowsIn(json, 'data').find(({ id }) => id === model);
    const found = rowsIn(row, 'providers').flatMap(({ provider, pricing }): [string, Price][] => {
      if (typeof provider !== 'string' || !isRecord(pricing)) return [];
      const { input, output } = pricing;
      return typeof input === 'number' && typeof output === 'number' ? [[provider, { input, output }]] : [];
    });
    return new Map(found);
  });
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Milliseconds; the result is there already. */
const MAX_WAIT = 5000;

/** What is known of a run that ended. */
interface PricedRun {
  readonly request: { readonly server: string; readonly model?: string; readonly conversation: boolean };
  readonly provider?: string | undefined;
  readonly usage?: Price | undefined;
  readonly cost?: number | undefined;
}

/**
 * The cost of a run in US dollars: what the server reports, else its tokens at the router's price of the provider.
 * @returns undefined if it is unknown
 */
export async function computeCost(
  connection: Connection,
  { request, provider, usage, cost }: PricedRun,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { server, model, conversation } = request;
  const name = server === 'endpoint' ? undefined : (provider ?? (server === 'auto' ? undefined : server));
  if (cost !== undefined || !conversation || !usage || model === undefined || name === undefined) return cost;
  const within = AbortSignal.any([AbortSignal.timeout(MAX_WAIT), ...(signal ? [signal] : [])]);
  const prices = await fetchPrices(connection, model, within).catch(() => undefined);
  const price = prices?.get(name);
  return price && (usage.input * price.input + usage.output * price.output) / 1e6;
}
