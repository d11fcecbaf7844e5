import { InputError } from '../errors/index.ts';
import type { InferenceRequest } from '../request/inference-request.ts';
import { getCostBound, USUAL_SECONDS } from './bound.ts';
import { requireRates, type Rates } from './rates.ts';
import { dollars } from './text.ts';

/** A request was not sent, because it might exceed the limit of the cost. */
export class CostLimitError extends InputError {}

interface BudgetOptions {
  /** US dollars; no limit by default. */
  readonly limit?: number | undefined;
  /** US dollars that were spent before. */
  readonly spent?: number;
  /** Whether a request waits for those in flight, which may cost less than their bounds. */
  readonly waits?: boolean;
  /** What to do when the limit is reached. */
  readonly hint?: string;
}

export type Budget = ReturnType<typeof createBudget>;
/** What a request in flight counts as. */
export type Charge = Awaited<ReturnType<Budget['reserve']>>;

/** Counts what requests cost, and refuses those that might exceed a limit. */
export function createBudget({ limit, spent: before = 0, waits = false, hint }: BudgetOptions) {
  const inFlight = new Set<{ readonly bound: number }>();
  let [spent, longest] = [before, USUAL_SECONDS];
  let waiting: (() => void)[] = [];
  let isClosed = false;

  /** Requests that wait look again. */
  function wake(): void {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  }

  /** Returns what a request is counted as. There is never room for NaN. */
  async function count(getBound: () => number): Promise<{ readonly bound: number }> {
    for (;;) {
      if (isClosed) throw new CostLimitError('No more requests are sent');
      const bound = getBound();
      const used = [...inFlight].reduce((sum, each) => sum + each.bound, spent);
      if (limit === undefined || used + bound <= limit) {
        const charge = { bound };
        inFlight.add(charge);
        return charge;
      }
      if (!waits || inFlight.size === 0)
        throw new CostLimitError(
          `This run may cost ${dollars(bound)}, but only ${dollars(Math.max(0, limit - used))} of the limit of ${dollars(limit)} is left`,
          { hint },
        );
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  return {
    /**
     * Counts a request at its bound before it is sent.
     * @throws CostLimitError if it might exceed the limit, InputError if its price is unknown
     */
    async reserve({ wire: { body }, run: { route } }: InferenceRequest, rates: Rates) {
      if (limit !== undefined) requireRates(route.model ?? route.url, rates);
      const charge = await count(() => getCostBound(body, rates, longest) ?? Infinity);
      return {
        /** US dollars; undefined if it is unknown, and there is no limit. */
        bound: Number.isFinite(charge.bound) ? charge.bound : undefined,
        /** Called when the request has ended. @param cost by default the bound */
        settle(cost = charge.bound, seconds = 0): void {
          inFlight.delete(charge);
          spent += cost;
          longest = Math.max(longest, seconds);
          wake();
        },
      };
    },
    /** Refuses all further requests, and those that wait. */
    close(): void {
      isClosed = true;
      wake();
    },
  };
}
