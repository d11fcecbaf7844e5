import type { Connection } from '../http/index.ts';
import { getJson } from '../hub/index.ts';

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The prices of those who serve a model, by provider; those that tell none are left out. */
export type Prices = ReadonlyMap<string, Price>;

/**
 * Asks the router what its chat models cost (`GET /v1/models`).
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function pricesOf(connection: Connection, model: string, signal: AbortSignal): Promise<Prices> {
  const { json } = await getJson(connection, `${connection.inferenceUrl}/v1/models`, signal);
  const row = rowsIn(json, 'data').find(({ id }) => id === model);
  const found = rowsIn(row, 'providers').flatMap(({ provider, pricing }): [string, Price][] => {
    if (typeof provider !== 'string' || !isRecord(pricing)) return [];
    const { input, output } = pricing;
    return typeof input === 'number' && typeof output === 'number' ? [[provider, { input, output }]] : [];
  });
  return new Map(found);
}

/** A price in a few words. */
export function priceInWords({ input, output }: Price): string {
  return `$${input} in, $${output} out a million tokens`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
