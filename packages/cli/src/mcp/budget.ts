import {
  fetchPrices,
  getCostBound,
  getHighestPrice,
  InputError,
  type Connection,
  type EndedRun,
  type InferenceRequest,
} from '@tryout/engine';

export type Budget = ReturnType<typeof createBudget>;

/** Counts what the runs of a session cost, and refuses those that might exceed the limit, in US dollars. */
export function createBudget(limit: number | undefined) {
  let spent = 0;
  /** The most that runs in flight can cost. */
  const reserved = new Map<InferenceRequest, number>();
  return {
    /** @throws InputError for a model without a price, or above the limit */
    async reserve(connection: Connection, request: InferenceRequest, signal: AbortSignal): Promise<void> {
      if (limit === undefined) return;
      const bound = await getMaxCost(connection, request, signal);
      const used = [...reserved.values()].reduce((sum, cost) => sum + cost, spent);
      if (used + bound > limit)
        throw new InputError(
          `This run may cost $${bound.toPrecision(2)}, but only $${Math.max(0, limit - used).toPrecision(2)} of --max-cost ${limit} are left`,
          { hint: 'Lower max_tokens, choose a cheaper model, or ask the user to raise --max-cost.' },
        );
      reserved.set(request, bound);
    },
    /** Counts what a run cost instead of what was reserved for it. */
    settle(run: EndedRun): void {
      const bound = run.request && reserved.get(run.request);
      if (bound === undefined) return;
      reserved.delete(run.request!);
      const isRefused = run.status === 'failed' && 'status' in run.error;
      spent += run.status === 'done' ? (run.result.cost ?? bound) : isRefused ? 0 : bound;
    },
  };
}

/** At the highest price of the providers that may answer. @throws InputError without a price */
async function getMaxCost(connection: Connection, request: InferenceRequest, signal: AbortSignal) {
  const { model, conversation, kind } = request.run.route;
  const prices =
    conversation && model !== undefined && kind !== 'endpoint'
      ? await fetchPrices(connection, model, signal)
      : new Map<string, never>();
  const highest = getHighestPrice(prices, [...prices.keys()]);
  if (highest) return getCostBound(request, highest);
  throw new InputError(`${model ?? 'The model'} has no known price, so --max-cost refuses it`, {
    hint: 'Choose a model with a price in find_models, or ask the user to start tryout mcp without --max-cost.',
  });
}
