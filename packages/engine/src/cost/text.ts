import type { Price } from '../hub/index.ts';
import { HF_INFERENCE } from '../request/inference-request.ts';

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
