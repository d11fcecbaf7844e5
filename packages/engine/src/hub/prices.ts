import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { createCache } from './cache.ts';
import { getJson } from './hub-api.ts';

/** US dollars per 1M tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Tokens that the model reads at most at this provider. */
  readonly contextLength?: number | undefined;
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
    const prices = rowsIn(row, 'providers').flatMap(
      ({ provider, pricing, context_length: context }): [string, Price][] => {
        if (typeof provider !== 'string' || !isRecord(pricing)) return [];
        const { input, output } = pricing;
        const contextLength = typeof context === 'number' ? context : undefined;
        if (typeof input !== 'number' || typeof output !== 'number') return [];
        return [[provider, { input, output, contextLength }]];
      },
    );
    return new Map(prices);
  });
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
