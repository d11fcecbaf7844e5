import { fetchPrices } from '../hub/index.ts';
import type { Connection } from '../http/index.ts';
import type { RunResult } from './run.ts';

/** Milliseconds; the result is there already. */
const MAX_WAIT = 5000;

/**
 * The cost of a run in US dollars: what the server reports, else its tokens at the router's price of the provider.
 * @returns undefined if it is unknown
 */
export async function computeCost(
  connection: Connection,
  { request, provider, usage, cost }: RunResult,
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
