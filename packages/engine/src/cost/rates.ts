import { isPrivateAddress, unlessFailed, withTimeout, type Connection } from '../http/index.ts';
import { fetchPrices, isLive, lookUpModel, type Price } from '../hub/index.ts';
import { InputError } from '../errors/index.ts';
import { getProviderName, getServerName, HF_INFERENCE, type Route } from '../request/inference-request.ts';
import { AUTO } from '../spec/place.ts';
import type { RunResult } from '../request/run.ts';

/** What a server charges in US dollars: for a million tokens, or for a second of compute time. */
export type Rate = Pick<Price, 'input' | 'output'> | { readonly second: number };

/** The rates of all servers that may answer a request, by name; undefined where there is no known price. */
export type Rates = ReadonlyMap<string, Rate | undefined>;

/** The Hub's own inference, from its docs on pricing. */
const COMPUTE_TIME: Rate = { second: 0.00012 };
const FREE: Rate = { second: 0 };

/** Looks up what a run costs. Prices that cannot be fetched are unknown. @throws what `lookUpModel` throws */
export async function findRates(
  connection: Connection,
  route: RunResult['run']['route'] | Route,
  signal?: AbortSignal,
): Promise<Rates> {
  const { model, conversation } = route;
  if (route.kind === 'endpoint')
    return new Map([[getServerName(route), isPrivateAddress(new URL(route.url)) ? FREE : undefined]]);
  const provider = getProviderName(route);
  if (provider === HF_INFERENCE) return new Map([[provider, COMPUTE_TIME]]);
  if (!conversation || model === undefined) return new Map([[provider, undefined]]);
  const prices =
    (await unlessFailed(fetchPrices(connection, model, signal), signal)) ?? new Map<string, Price>();
  if (provider !== AUTO) return new Map([[provider, prices.get(provider)]]);
  const { providers } = await lookUpModel(connection, model, signal);
  const live = providers.filter((each) => isLive(each) && each.task === 'conversational');
  const rates = new Map<string, Rate | undefined>(live.map((each) => [each.provider, undefined]));
  for (const [name, price] of prices) rates.set(name, price);
  if (rates.has(HF_INFERENCE)) rates.set(HF_INFERENCE, COMPUTE_TIME);
  return rates;
}

/** @param name of the model @throws InputError if a server that may answer has no known price */
export function requireRates(name: string, rates: Rates): void {
  const known = [...rates].flatMap(([server, rate]) => (rate ? [server] : []));
  if (known.length > 0 && known.length === rates.size) return;
  const pinned = known.length > 0 ? `a provider with a price (${known.join(', ')}), or ` : '';
  throw new InputError(`${name} has no known price, so its cost cannot be limited`, {
    hint: `Choose ${pinned}another model, or remove the limit of the cost.`,
  });
}

/** Whether costs are those of the measured time, which is about what is billed. */
export const areRough = (rates: Rates): boolean => rates.get(HF_INFERENCE) === COMPUTE_TIME;

/** US dollars: what the server reports, else its tokens or seconds at its rate; undefined if it is unknown. */
function getCost({ cost, usage, seconds, provider = '' }: RunResult, rates: Rates): number | undefined {
  // The only server that may answer is paid, whatever it calls itself.
  const rate = rates.size === 1 ? [...rates.values()][0] : rates.get(provider);
  if (cost !== undefined || !rate) return cost;
  if ('second' in rate) return seconds * rate.second;
  return usage && (usage.input * rate.input + usage.output * rate.output) / 1e6;
}

/** Milliseconds; the result is there already. */
const MAX_WAIT = 5000;

/** The cost of a run that ended, as {@link getCost}. @param known rates, which are looked up by default */
export async function computeCost(
  connection: Connection,
  result: RunResult,
  signal?: AbortSignal,
  known?: Rates,
): Promise<number | undefined> {
  if (known) return getCost(result, known);
  const { cost, usage, provider, run } = result;
  const { route } = run;
  const isTimed = [provider, getProviderName(route)].includes(HF_INFERENCE) || route.kind === 'endpoint';
  if (cost !== undefined || (!usage && !isTimed)) return cost;
  const rates = await withTimeout(MAX_WAIT, signal, (within) => findRates(connection, route, within)).catch(
    () => undefined,
  );
  return rates && getCost(result, rates);
}
