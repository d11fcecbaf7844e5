import type { Connection } from '../http/index.ts';
import { amountIn, isRecord } from '../text/index.ts';
import { createCache, getJson } from './hub-api.ts';

/** US dollars per 1M tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Tokens that the model reads at most at this provider. */
  readonly contextLength?: number | undefined;
}

/** No model costs a dollar per token. */
const MAX_PRICE = 1e6;

/** By model and provider. */
type Prices = ReadonlyMap<string, ReadonlyMap<string, Price>>;

const cache = createCache<Prices>();

/**
 * Prices of a chat model by provider, from the router (`GET /v1/models`); cached.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function fetchPrices(connection: Connection, model: string, signal?: AbortSignal) {
  const url = `${connection.inferenceUrl}/v1/models`;
  const all = await cache.get(url, async () => {
    const { json } = await getJson(connection, url, signal);
    return new Map(rowsIn(json, 'data').map((row) => [String(row['id']), pricesIn(row)]));
  });
  return all.get(model) ?? new Map<string, Price>();
}

function pricesIn(row: Record<string, unknown>): ReadonlyMap<string, Price> {
  const prices = rowsIn(row, 'providers').flatMap(
    ({ provider, pricing, context_length: context }): [string, Price][] => {
      if (typeof provider !== 'string' || !isRecord(pricing)) return [];
      const input = amountIn(pricing['input'], MAX_PRICE);
      const output = amountIn(pricing['output'], MAX_PRICE);
      const contextLength = typeof context === 'number' ? context : undefined;
      if (input === undefined || output === undefined) return [];
      return [[provider, { input, output, contextLength }]];
    },
  );
  return new Map(prices);
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
