import { InputError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { fetchPrices, isLive, lookUpModel, type Price } from '../hub/index.ts';
import {
  AUTO,
  findRoute,
  getServerName,
  HF_INFERENCE,
  MAX_CANDIDATES,
  policies,
  type Destination,
  type Route,
} from '../request/index.ts';
import type { Task } from '../tasks/index.ts';
import { getHighestPrice } from './cost.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** One of the models, or providers of a model, that a batch runs. */
export interface BatchCandidate {
  /** As it was typed, or the ID of the default model. Candidates have different names. */
  readonly name: string;
  readonly route: Route;
  /** Its server, or `auto`. */
  readonly provider: string;
  readonly destination: Destination;
  /** By provider; empty where prices are unknown. */
  readonly prices: ReadonlyMap<string, Price>;
  /** What the cost is at most; undefined if a price is unknown. */
  readonly highestPrice: Price | undefined;
  readonly limiter: Limiter;
  /** Observed by the limiter. Without an overall deadline, since each run has its own. */
  readonly connection: Connection;
}

/** Requests in flight per provider. */
export const DEFAULT_BATCH_CONCURRENCY = 8;

/**
 * Finds the routes and prices of candidates. Those of one provider share a limiter.
 * @throws what `findRoute` throws, and InputError for two equal candidates
 */
export async function findCandidates(
  { finishBy: _finishBy, ...connection }: Connection,
  task: Task,
  destinations: readonly Destination[],
  concurrency: number,
  signal?: AbortSignal,
): Promise<readonly BatchCandidate[]> {
  if (destinations.length > MAX_CANDIDATES)
    throw new InputError(`A batch compares at most ${MAX_CANDIDATES} models`, {
      hint: 'Run several batches.',
    });
  const limiters = new Map<string, Limiter>();
  const candidates: BatchCandidate[] = [];
  for (const destination of destinations) {
    const route = await findRoute(connection, task, destination, signal);
    const name = destination.model ?? route.model ?? route.url;
    if (candidates.some((other) => other.name === name))
      throw new InputError(`${name} was given twice`, { hint: 'Use each model only once.' });
    const provider = getProvider(route);
    const limiter = limiters.get(provider) ?? createLimiter(concurrency);
    limiters.set(provider, limiter);
    const transport = limiter.observe(connection.transport);
    const prices = await findPrices(connection, route, signal);
    const observed = { ...connection, transport };
    candidates.push({ name, route, provider, destination, ...prices, limiter, connection: observed });
  }
  return candidates;
}

/** @throws InputError for a limit of the cost with candidates without a price */
export function requirePrices(candidates: readonly BatchCandidate[], maxCost: number | undefined): void {
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost === undefined || !unpriced) return;
  throw new InputError(`The price of ${unpriced.name} is unknown, so its cost cannot be limited`, {
    hint: 'Remove the limit of the cost, or choose a chat model with a price.',
  });
}

/** The provider of a route; that in the model's suffix for the chat router. */
function getProvider(route: Route): string {
  if (route.kind !== 'chat-router') return getServerName(route);
  const [, suffix = AUTO] = route.routedModel.split(':');
  return (policies as readonly string[]).includes(suffix) ? AUTO : suffix;
}

async function findPrices(connection: Connection, route: Route, signal?: AbortSignal) {
  const none = { prices: new Map<string, Price>(), highestPrice: undefined };
  const { model, conversation } = route;
  if (!conversation || model === undefined || route.kind === 'endpoint' || route.kind === HF_INFERENCE)
    return none;
  const prices = await fetchPrices(connection, model, signal).catch(() => none.prices);
  const named = getProvider(route);
  const { providers } = await lookUpModel(connection, model, signal);
  const live = providers.filter((each) => isLive(each) && each.task === 'conversational');
  const names = named === AUTO ? live.map(({ provider }) => provider) : [named];
  return { prices, highestPrice: getHighestPrice(prices, names) };
}
