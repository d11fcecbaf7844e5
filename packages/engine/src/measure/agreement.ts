import { pause } from '../http/index.ts';
import type { ResultKind, ResultView } from '../results/index.ts';
import { comparedKinds, type KindRow, type Part } from './compared-kinds.ts';
import { mean, measures, type Measure, type Measures } from './statistics.ts';
import type { DecodeMask } from './boxes.ts';

/** A part that is compared, with its value in each result; undefined where it is missing. */
export interface ComparedRow {
  readonly label: string;
  readonly values: readonly (number | string | undefined)[];
  /** How much the values differ; 0 for equal ones. */
  readonly difference: number;
}

export interface Agreement {
  /** Two results by their positions, and how alike they are. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly measures: Measures }[];
  /** The means over all pairs. */
  readonly means: Measures;
  /** The parts of the results, the largest difference first; empty for texts, images and audio. */
  readonly rows: readonly ComparedRow[];
  /** Whether values of rows are scores or shares, of which 0 and "missing" are about the same. */
  readonly areScores: boolean;
}

interface AgreementOptions {
  /** Masks are not compared without it. */
  readonly decodeMask?: DecodeMask;
  readonly signal?: AbortSignal;
}

/**
 * Compares results of one task, in bounded time.
 * @param views in the order of the candidates; undefined for those without a result, and of one kind otherwise
 * @returns undefined for fewer than two results
 * @throws CanceledError
 */
export async function computeAgreement(
  views: readonly (ResultView | undefined)[],
  { decodeMask, signal }: AgreementOptions = {},
): Promise<Agreement | undefined> {
  const results = views.flatMap((view, index) => (view ? [{ view, index }] : []));
  const [first] = results;
  if (!first || results.length < 2) return undefined;
  const {
    prepare,
    compare,
    parts,
    areScores = false,
  } = comparedKinds[first.view.kind] as KindRow<ResultKind, unknown>;
  const data: unknown[] = [];
  for (const { view } of results) data.push(prepare ? await prepare(view, decodeMask) : view);
  const pairs: Agreement['pairs'][number][] = [];
  for (const [at, { index: a }] of results.entries()) {
    for (const [next, { index: b }] of results.entries()) {
      if (next <= at) continue;
      // Front ends stay responsive, and can cancel.
      await pause(0, signal);
      pairs.push({ a, b, measures: withoutMissing(compare(data[at], data[next])) });
    }
  }
  const positions = results.map(({ index }) => index);
  const rows = alignParts(parts?.(data) ?? [], positions, views.length, areScores);
  return { pairs, means: getMeans(pairs), rows, areScores };
}

function getMeans(pairs: Agreement['pairs']): Measures {
  const names = Object.keys(measures) as Measure[];
  const means = names.map(
    (name) => [name, mean(pairs.flatMap((pair) => pair.measures[name] ?? []))] as const,
  );
  return withoutMissing(Object.fromEntries(means));
}

function withoutMissing(all: Measures): Measures {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function alignParts(
  all: readonly (readonly Part[])[],
  positions: readonly number[],
  count: number,
  areScores: boolean,
): ComparedRow[] {
  const rows = new Map<string, { label: string; values: (number | string | undefined)[] }>();
  for (const [index, parts] of all.entries()) {
    for (const { key, label, value } of parts) {
      const entry = rows.get(key) ?? { label, values: Array<undefined>(count).fill(undefined) };
      entry.values[positions[index]!] ??= value;
      rows.set(key, entry);
    }
  }
  return [...rows.values()]
    .map((entry) => ({
      ...entry,
      difference: getDifference(
        positions.map((at) => entry.values[at]),
        areScores,
      ),
    }))
    .sort((a, b) => b.difference - a.difference);
}

/** The range of numbers; 1 if other values differ, or one is missing. */
function getDifference(values: readonly (number | string | undefined)[], areScores: boolean): number {
  const numbers = values.map((value) => (value === undefined && areScores ? 0 : value));
  if (numbers.every((value) => typeof value === 'number')) return Math.max(...numbers) - Math.min(...numbers);
  return new Set(numbers).size > 1 ? 1 : 0;
}
