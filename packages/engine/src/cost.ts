import { InputError } from './errors/index.ts';
import { isFilePlaceholder, type JsonTemplate } from './fields/index.ts';
import {
  isPrivateAddress,
  unlessFailed,
  withTimeout,
  type Connection,
  bodyPieces,
  type RequestBody,
} from './http/index.ts';
import { fetchPrices, isLive, lookUpModel, type Price } from './hub/index.ts';
import {
  getProviderName,
  getServerName,
  HF_INFERENCE,
  type Route,
  type InferenceRequest,
} from './request/inference-request.ts';
import type { RunResult } from './request/send-run.ts';
import { AUTO } from './spec/place.ts';
import { getForm, type Task, type TypedParameters } from './tasks/index.ts';

/** What a server charges in US dollars: for a million tokens, or for a second of compute time. */
type Rate = Pick<Price, 'input' | 'output'> | { readonly second: number };

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

/** Tokens that an image counts as; more than any model takes. */
const IMAGE_TOKENS = 16_384;
/** Seconds of compute time that a request counts as, until one took longer. */
const USUAL_SECONDS = 10;

/** What limits the tokens of an answer at some server, and what multiplies the answers. */
const OUTPUT = /^max.*(?:token|len)|budget|predict$/i;
const ANSWERS =
  /^(?:n|best_?of|candidate_?count|(?:n|num)?_?(?:return_?sequences|generations|outputs|completions|choices|samples|candidates))$/i;
/** What makes servers charge other prices, or other models answer. */
const PRICES = /^(?:service_?tier|models|fallbacks?|route|providers?|plugins|web_?search.*|speed)$/i;
/** What is no setting: texts, tables, and the names of a JSON Schema. */
const CONTENT = new Set(['messages', 'inputs', 'properties']);
/** Every chat has one of these. */
const CHAT_LIMITS = ['max_tokens', 'max_completion_tokens'];

/** All names of a body with their values, also nested ones. */
function settingsIn(value: JsonTemplate): (readonly [name: string, value: JsonTemplate])[] {
  if (typeof value !== 'object' || value === null || isFilePlaceholder(value)) return [];
  return (Object.entries(value) as [string, JsonTemplate][]).flatMap(([name, part]) =>
    CONTENT.has(name) ? [] : [[name, part] as const, ...settingsIn(part)],
  );
}

const isCount = (value: JsonTemplate): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Servers differ in how they read other lengths, numbers of answers and prices. @throws InputError */
export function requireCounts(body: RequestBody): void {
  const settings = body.kind === 'json' ? settingsIn(body.json) : [];
  const priced = settings.find(([name]) => PRICES.test(name));
  if (priced)
    throw new InputError(
      `${priced[0]} may change the price, which is not possible where the cost is limited`,
      {
        hint: 'Remove it.',
      },
    );
  const odd = settings.find(([name, value]) => (OUTPUT.test(name) || ANSWERS.test(name)) && !isCount(value));
  if (odd)
    throw new InputError(`${odd[0]} must be a positive integer where the cost is limited`, {
      hint: 'Change or remove it.',
    });
}

/** The most tokens of the answers; NaN if they are not limited. */
function countOutput(body: RequestBody): number {
  const json = body.kind === 'json' ? body.json : {};
  if (!CHAT_LIMITS.some((name) => Object.hasOwn(json as object, name))) return Number.NaN;
  let [limit, answers] = [0, 1];
  for (const [name, value] of settingsIn(json)) {
    const count = isCount(value) ? Number(value) : Number.NaN;
    if (OUTPUT.test(name)) limit = Math.max(limit, count);
    if (ANSWERS.test(name)) answers *= count;
  }
  return limit * answers;
}

/** The most tokens of the input: one for each byte of its text, and those of its media. */
function countInput(body: RequestBody): number {
  const encoder = new TextEncoder();
  return bodyPieces(body).reduce((sum, piece) => {
    if (typeof piece !== 'string') {
      const { contentType, size } = 'file' in piece ? piece.file : piece;
      return sum + (contentType.startsWith('image/') ? IMAGE_TOKENS : Math.max(IMAGE_TOKENS, size));
    }
    // Files that the server downloads. In JSON, no text contains quotes that are not escaped.
    const urls = piece.match(/"(?:image|video)_url":\{"url":"https?:/gi) ?? [];
    const isVideo = urls.some((url) => /^"video/i.test(url));
    return sum + encoder.encode(piece).length + (isVideo ? Infinity : urls.length * IMAGE_TOKENS);
  }, 0);
}

/**
 * The most that a request costs in US dollars, whichever server answers; an estimate where compute time is billed.
 * @param body needed only for servers that are paid by tokens
 * @param longest seconds that a request took so far
 * @returns undefined if it has no bound, or a price is unknown
 */
export function getCostBound(
  body: RequestBody | undefined,
  rates: Rates,
  longest = USUAL_SECONDS,
): number | undefined {
  const bounds = [...rates.values()].map((rate) => {
    if (rate && 'second' in rate) return rate.second * longest;
    if (!rate || !body) return Number.NaN;
    return (countInput(body) * rate.input + countOutput(body) * rate.output) / 1e6;
  });
  const bound = Math.max(...bounds);
  return Number.isFinite(bound) ? bound : undefined;
}

export const OUTPUT_LIMIT_NOTE = 'An answer has at most 1000 tokens, because the cost is limited.';

/** The parameters of a run with a limited cost, which limit its answer too, if its task can. Chats do so anyway. */
export function withOutputLimit(task: Task, isChat: boolean, typed: TypedParameters): TypedParameters {
  const { lengthLimit, parameters = {} } = getForm(task, isChat);
  if (isChat || lengthLimit === undefined) return typed;
  const names = [lengthLimit, ...(parameters[lengthLimit]?.aliases ?? [])];
  return names.some((name) => Object.hasOwn(typed, name)) ? typed : { ...typed, [lengthLimit]: '1000' };
}

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

/** US dollars without exponents, with two significant digits but at least cents: `$0.0003`, `$12.50`. */
export function dollars(amount: number, digits = 2): string {
  if (amount === 0) return '$0';
  if (amount < 1e-9) return 'less than $0.000000001';
  if (amount >= 1e9) return 'more than $1,000,000,000';
  const decimals = Math.max(2, digits - 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/** `$0.05 in, $0.08 out per 1M tokens` */
export function priceText({ input, output }: Pick<Price, 'input' | 'output'>): string {
  return `${dollars(input, 4)} in, ${dollars(output, 4)} out per 1M tokens`;
}

/** What several runs cost. */
export interface Costs {
  /** US dollars of those with a known cost; undefined without any. */
  readonly cost: number | undefined;
  /** Those without a known cost. */
  readonly unpricedRows: number;
  /** Whether the cost is that of the measured time, which is about what is billed. */
  readonly isCostRough: boolean;
}

export const noCosts: Costs = { cost: undefined, unpricedRows: 0, isCostRough: false };

interface Priced {
  readonly cost?: number | null | undefined;
  readonly provider?: string | null | undefined;
}

export function addCost(sum: Costs, { cost, provider }: Priced): Costs {
  if (cost === undefined || cost === null) return { ...sum, unpricedRows: sum.unpricedRows + 1 };
  const isCostRough = sum.isCostRough || provider === HF_INFERENCE;
  return { ...sum, cost: (sum.cost ?? 0) + cost, isCostRough };
}

/** The cost of a run or of several: `$0.0003`, `about $0.0003`, `at least $1.20`, `unknown`. */
export function costText({
  cost,
  provider,
  unpricedRows = 0,
  isCostRough = provider === HF_INFERENCE,
}: Priced & Partial<Costs>): string {
  if (cost === undefined || cost === null) return 'unknown';
  return `${unpricedRows > 0 ? 'at least ' : ''}${isCostRough ? 'about ' : ''}${dollars(cost)}`;
}

/** The most that something costs: `at most $0.20`, `at most about $0.20`, `unknown`. */
export function boundText(cost: number | undefined, isCostRough = false): string {
  return cost === undefined ? 'unknown' : `at most ${costText({ cost, isCostRough })}`;
}
