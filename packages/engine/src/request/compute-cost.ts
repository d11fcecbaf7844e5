import type { Connection } from '../http/index.ts';
import { fetchPrices } from '../hub/index.ts';
import { getServerName } from './inference-request.ts';
import type { RunResult } from './run.ts';

/** Milliseconds; the result is there already. */
const MAX_WAIT = 5000;

/**
 * The cost of a run in US dollars: what the server reports, else its tokens at the router's price of the provider.
 * @returns undefined if it is unknown
 */
export async function computeCost(
  connection: Connection,
  { run: { route }, provider, usage, cost }: Pick<RunResult, 'run' | 'provider' | 'usage' | 'cost'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { kind, model, conversation } = route;
  const name = provider ?? (kind === 'chat-router' ? undefined : getServerName(route));
  const isUnknown = !conversation || model === undefined || kind === 'endpoint' || name === undefined;
  if (cost !== undefined || !usage || isUnknown) return cost;
  const within = AbortSignal.any([AbortSignal.timeout(MAX_WAIT), ...(signal ? [signal] : [])]);
  const prices = await fetchPrices(connection, model, within).catch(() => undefined);
  const price = prices?.get(name);
  return price && (usage.input * price.input + usage.output * price.output) / 1e6;
}
