import * as v from 'valibot';
import { check, score, unwrap } from './check.ts';
import { byScore, checkCandidates, type Candidates } from './labels.ts';
import type { ResultDefinition } from './result-definition.ts';

const parallel = v.pipe(
  v.looseObject({ labels: v.array(v.string()), scores: v.array(score), sequence: v.optional(v.string()) }),
  v.check(({ labels, scores }) => labels.length > 0 && labels.length === scores.length),
);
const rows = v.pipe(v.array(v.looseObject({ label: v.string(), score })), v.minLength(1));

export interface ZeroShot {
  sequence: string;
  /** Best first, beside `scores`. */
  labels: string[];
  scores: number[];
}

/**
 * Zero-shot classification: `{sequence, labels, scores}`, best first. Servers answer it so, in a list of one
 * (recordings of the API), or as `[{label, score}]` (the schema of @huggingface/tasks).
 */
export const zeroShotResult: ResultDefinition<'labels', ZeroShot, Candidates & { readonly text: string }> = {
  kind: 'labels',
  answer: 'json',
  read(answer, inputs) {
    const found = labelRows(answer);
    checkCandidates(found.rows, inputs);
    const sorted = byScore(found.rows);
    return {
      sequence: found.sequence ?? inputs.text,
      labels: sorted.map(({ label }) => label),
      scores: sorted.map((row) => row.score),
    };
  },
  view: ({ labels, scores }) => ({
    rows: labels.map((label, index) => ({ label, score: scores[index] ?? 0 })),
  }),
};

function labelRows(answer: unknown): { rows: { label: string; score: number }[]; sequence?: string } {
  const expected = '{sequence, labels, scores} or a list of {label, score}';
  const asRows = v.safeParse(rows, answer);
  if (asRows.success) return { rows: asRows.output };
  const { labels, scores, sequence } = check(parallel, unwrap(answer), expected);
  return { rows: labels.map((label, index) => ({ label, score: scores[index] ?? 0 })), sequence };
}
