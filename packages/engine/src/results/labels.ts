import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import { check, score } from './check.ts';
import type { LabelRow } from './result.ts';
import type { ResultDefinition } from './result-definition.ts';

const labels = v.array(v.looseObject({ label: v.string(), score }));

export type Labels = v.InferOutput<typeof labels>;

/** Highest score first; equal scores stay in the server's order. */
export function byScore<Row extends { score?: number | undefined }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

/**
 * Classification: `[{label, score}]`, best first. Text classification answers one such list for each text in a list
 * (recordings of the API), of which ours has one.
 */
export const labelsResult: ResultDefinition<'labels', Labels, unknown> = {
  kind: 'labels',
  answer: 'json',
  read(answer) {
    const nested = Array.isArray(answer) && answer.length === 1 && Array.isArray(answer[0]);
    return byScore(check(labels, nested ? (answer as unknown[])[0] : answer, 'a list of {label, score}'));
  },
  view: (rows) => ({ rows }),
};

/** What the zero-shot tasks choose from. */
export interface Candidates {
  readonly candidateLabels?: readonly string[];
}

/** @throws OutputError for more labels than candidates */
export function checkCandidates(rows: readonly unknown[], { candidateLabels }: Candidates): void {
  const count = candidateLabels?.length ?? Infinity;
  if (rows.length > count) throw new OutputError(`expected at most ${count} labels, got ${rows.length}`);
}

/** Zero-shot image classification: `[{label, score}]`, best first, at most one for each candidate. */
export const candidatesResult: ResultDefinition<'labels', Labels, Candidates> = {
  ...labelsResult,
  read(answer, inputs) {
    const rows = labelsResult.read(answer, inputs);
    checkCandidates(rows, inputs);
    return rows;
  },
};

const fills = v.array(v.looseObject({ score, sequence: v.string(), token: score, token_str: v.string() }));

/** Fill-mask: `[{score, sequence, token, token_str}]`; with one mask the list is flat. */
export const fillsResult: ResultDefinition<'labels', v.InferOutput<typeof fills>, unknown> = {
  kind: 'labels',
  answer: 'json',
  read: (answer) => byScore(check(fills, answer, 'a list of {score, sequence, token, token_str}')),
  view: (value) => ({
    rows: value.map((fill): LabelRow => ({
      label: fill.token_str,
      score: fill.score,
      detail: fill.sequence,
    })),
  }),
};
