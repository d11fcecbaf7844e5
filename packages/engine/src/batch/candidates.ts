import { InputError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { findRates, requireRates, type Rates } from '../cost/index.ts';
import {
  findRoute,
  getProviderName,
  MAX_CANDIDATES,
  type Destination,
  type Route,
} from '../request/index.ts';
import type { Task } from '../tasks/index.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** One of the models, or providers of a model, that a batch runs. */
export interface BatchCandidate {
  /** As it was typed, or the ID of the default model. Candidates have different names. */
  readonly name: string;
  readonly route: Route;
  /** The one that it is pinned to, or `auto`. */
  readonly provider: string;
  readonly destination: Destination;
  readonly rates: Rates;
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
    const provider = getProviderName(route);
    const limiter = limiters.get(provider) ?? createLimiter(concurrency);
    limiters.set(provider, limiter);
    const transport = limiter.observe(connection.transport);
    const rates = await findRates(connection, route, signal);
    const observed = { ...connection, transport };
    candidates.push({ name, route, provider, destination, rates, limiter, connection: observed });
  }
  return candidates;
}

/** @throws InputError for a limit of the cost with candidates without a price */
export function requirePrices(candidates: readonly BatchCandidate[], maxCost: number | undefined): void {
  if (maxCost !== undefined) for (const { name, rates } of candidates) requireRates(name, rates);
}
