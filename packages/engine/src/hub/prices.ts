import type { Connection } from '../http/index.ts';
import { getJson } from './hub-api.ts';

/** US dollars per 1M tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Prices of a chat model by provider, from the router (`GET /v1/models`). @throws what `getJson` throws */
export async function pricesOf(
  connection: Connection,
  model: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Price>> {
  const { json } = await getJson(connection, `${connection.inferenceUrl}/v1/models`, signal);
  const row = rowsIn(json, 'data').find(({ id }) => id === model);
  const found = rowsIn(row, 'providers').flatMap(({ provider, pricing }): [string, Price][] => {
    if (typeof provider !== 'string' || !isRecord(pricing)) return [];
    const { input, output } = pricing;
    return typeof input === 'number' && typeof output === 'number' ? [[provider, { input, output }]] : [];
  });
  return new Map(found);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
