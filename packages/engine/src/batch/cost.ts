import { placeholdersIn, type JsonTemplate } from '../fields/index.ts';
import type { Price } from '../hub/index.ts';
import type { InferenceRequest } from '../request/index.ts';

/** Tokens that an image counts as; a generous guess, since models differ. */
const IMAGE_TOKENS = 4096;
/** Tokens of an answer without a limit. */
const UNLIMITED = 8192;

/**
 * The most that a request of a chat may cost in US dollars. A token of the input has at least one byte, one of the output
 * counts until `max_tokens`.
 */
export function getCostBound({ wire: { body } }: InferenceRequest, { input, output }: Price): number {
  if (body.kind !== 'json') return Infinity;
  const json = body.json as Readonly<Record<string, JsonTemplate>>;
  const images = placeholdersIn(json).length;
  const bytes = new TextEncoder().encode(JSON.stringify(json['messages'])).length;
  const limit = Number(json['max_completion_tokens'] ?? json['max_tokens'] ?? UNLIMITED);
  const answers = Number(json['n'] ?? 1);
  return ((bytes + images * IMAGE_TOKENS) * input + limit * answers * output) / 1e6;
}

/** The price that a run may have at most: the highest of the providers that may run it; undefined if one is unknown. */
export function getHighestPrice(
  prices: ReadonlyMap<string, Price>,
  providers: readonly string[],
): Price | undefined {
  const known = providers.flatMap((name) => prices.get(name) ?? []);
  if (known.length < providers.length || known.length === 0) return undefined;
  return {
    input: Math.max(...known.map(({ input }) => input)),
    output: Math.max(...known.map(({ output }) => output)),
  };
}

/** US dollars that may be spent; Infinity for no limit. */
export function createBudget(max: number, spentBefore: number) {
  let [spent, reserved, inFlight] = [spentBefore, 0, 0];
  let waiting: (() => void)[] = [];
  return {
    get spent() {
      return spent;
    },
    /** Reserves the bound of a request. Waits for requests in flight. @returns false if the limit would be exceeded */
    async reserve(bound: number): Promise<boolean> {
      while (spent + reserved + bound > max) {
        if (inFlight === 0) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      inFlight += 1;
      reserved += bound;
      return true;
    },
    /** Replaces a reserved bound by what was spent. */
    settle(bound: number, cost: number): void {
      inFlight -= 1;
      reserved = inFlight === 0 ? 0 : reserved - bound;
      spent += cost;
      const all = waiting;
      waiting = [];
      for (const go of all) go();
    },
  };
}
