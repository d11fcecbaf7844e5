import { InputError } from '../errors/index.ts';
import type { InferenceRequest } from '../request/inference-request.ts';
import { findOddSetting, getCostBound, USUAL_SECONDS } from './bound.ts';
import { requireRates, type Rates } from './rates.ts';
import { dollars } from './text.ts';

/** A request was not sent because of the limit of the cost. */
export class CostLimitError extends InputError {
  /** False if the cost of the request has no bound. */
  readonly isReached: boolean;

  constructor(message: string, hint: string, isReached: boolean) {
    super(message, { hint });
    this.isReached = isReached;
  }
}

/** What a request in flight counts as. */
export interface Charge {
  /** US dollars; undefined if it is unknown, and there is no limit. */
  readonly bound: number | undefined;
  /** Called when the request has ended. @param cost undefined counts as the bound */
  settle(cost: number | undefined, seconds: number): void;
}

export interface Budget {
  /**
   * Counts a request at its bound, before it is sent.
   * @throws CostLimitError if it might exceed the limit, InputError if its price is unknown
   */
  reserve(request: InferenceRequest, rates: Rates): Promise<Charge>;
}

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

/** Counts what requests cost, and refuses those that might exceed a limit. */
export function createBudget({ limit, spent: before = 0, waits = false, hint = '' }: BudgetOptions): Budget {
  const inFlight = new Set<number[]>();
  let [spent, longest] = [before, USUAL_SECONDS];
  let waiting: (() => void)[] = [];

  function charge(bound: number): Charge {
    const own = [bound];
    inFlight.add(own);
    return {
      bound,
      settle(cost = bound, seconds) {
        if (!inFlight.delete(own)) return;
        spent += cost;
        longest = Math.max(longest, seconds);
        const all = waiting;
        waiting = [];
        for (const go of all) go();
      },
    };
  }

  return {
    async reserve({ wire: { body }, run: { route } }, rates) {
      if (limit === undefined) return { bound: getCostBound(body, rates), settle: () => undefined };
      requireRates(route.model ?? route.url, rates);
      const odd = findOddSetting(body);
      if (odd !== undefined)
        throw new CostLimitError(
          `${odd} must be a positive integer where the cost is limited`,
          'Change or remove it.',
          false,
        );
      for (;;) {
        const bound = getCostBound(body, rates, longest);
        if (bound === undefined)
          throw new CostLimitError(
            'The cost of this request has no upper bound',
            'Remove its video, or the limit of the cost.',
            false,
          );
        const used = [...inFlight].reduce((sum, [reserved = 0]) => sum + reserved, spent);
        if (used + bound <= limit) return charge(bound);
        if (!waits || inFlight.size === 0)
          throw new CostLimitError(
            `This run may cost ${dollars(bound)}, but only ${dollars(Math.max(0, limit - used))} of the limit of ${dollars(limit)} is left`,
            hint,
            true,
          );
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}
