import type { Costs } from '../cost.ts';
import type { MetricId } from '../tasks/index.ts';

/** Bounds are undefined where they cannot be computed, as from a single row. */
export interface Figure {
  readonly model: string;
  readonly metric: MetricId;
  readonly value: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly rows: number;
  readonly failed: number;
}

/** The difference of two candidates on the rows that both have; `p` is corrected for the number of pairs. */
export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly metric: MetricId;
  readonly rows: number;
  readonly difference: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly p: number;
  /** How many rows would show it; undefined if it is shown already, or there is none. */
  readonly rowsNeeded: number | undefined;
}

/** Times in seconds, costs in US dollars. */
export interface CandidateSummary extends Costs {
  readonly model: string;
  readonly done: number;
  readonly failed: number;
  /** The most frequent causes first. */
  readonly failures: readonly { readonly cause: string; readonly rows: number }[];
  readonly median: number | undefined;
  readonly p95: number | undefined;
  /** Answers per second of waiting, one request at a time. */
  readonly throughput: number | undefined;
  readonly confusion: Confusion | undefined;
  readonly reliability: readonly ReliabilityBin[] | undefined;
  /** Answers that count as the only label that they contain. */
  readonly contained?: number;
  /** Some labels, and answers with the label that most of their rows have, if no answer is a label. */
  readonly unmatched?: {
    readonly labels: readonly string[];
    readonly proposed: readonly (readonly [answer: string, label: string])[];
  };
}

/** Rows are actual classes, columns predicted ones. The last column counts failed rows and other answers. */
export interface Confusion {
  readonly names: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

export interface ReliabilityBin {
  readonly confidence: number;
  readonly rate: number;
  readonly rows: number;
}

interface DifferingRow {
  readonly row: number;
  readonly input: string;
  readonly label: string;
  readonly answers: readonly [string, string];
  readonly scores: readonly [number, number];
}

export interface Differences {
  readonly a: string;
  readonly b: string;
  readonly metric: MetricId;
  /** Score of a minus score of b for each row, the largest first. */
  readonly values: readonly number[];
  readonly rows: readonly DifferingRow[];
}

export interface Report {
  readonly task: string;
  readonly label: string | undefined;
  readonly rows: number;
  /** Rows without a readable label, which no metric contains. */
  readonly unlabeledRows: number;
  /** Numbers up to the last row for which no candidate has a line. */
  readonly absentRows: number;
  readonly missingShards: readonly string[];
  /** The best first. */
  readonly candidates: readonly CandidateSummary[];
  readonly metrics: readonly Figure[];
  readonly pairs: readonly Pair[];
  readonly differences: Differences | undefined;
  /** Names of the columns, for those who have not chosen one. */
  readonly columns: readonly string[];
}
