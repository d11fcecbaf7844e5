import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import type { FileInput } from '../fields/index.ts';
import { fromBase64, isBase64 } from '../text/index.ts';
import { check, score, unwrap, defineResult, type LabelRow } from './result.ts';

/** Highest score first; equal scores stay in the server's order. */
export function byScore<Row extends { score?: number | undefined }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

const labels = v.array(v.looseObject({ label: v.string(), score }));

/**
 * Classification: `[{label, score}]`, best first. Text classification returns one such list per input text (recordings of
 * the API).
 */
export const labelsResult = defineResult({
  kind: 'labels',
  read(answer) {
    const nested = Array.isArray(answer) && answer.length === 1 && Array.isArray(answer[0]);
    return byScore(check(labels, nested ? (answer as unknown[])[0] : answer, 'a list of {label, score}'));
  },
  view: (rows) => ({ rows }),
});

export interface Candidates {
  readonly candidateLabels?: readonly string[];
}

/** @throws OutputError for more labels than candidates */
function checkCandidates(rows: readonly unknown[], { candidateLabels }: Candidates): void {
  const count = candidateLabels?.length ?? Infinity;
  if (rows.length > count) throw new OutputError(`expected at most ${count} labels, got ${rows.length}`);
}

/** Zero-shot image classification: `[{label, score}]`, best first, at most one for each candidate. */
export const candidatesResult = defineResult({
  ...labelsResult,
  read(answer, inputs: Candidates) {
    const rows = labelsResult.read(answer, inputs);
    checkCandidates(rows, inputs);
    return rows;
  },
});

const fills = v.array(v.looseObject({ score, sequence: v.string(), token: score, token_str: v.string() }));

/**
 * Fill-mask: `[{score, sequence, token, token_str}]`; with several masks one such list for each, in the order of the
 * text.
 */
export const fillsResult = defineResult({
  kind: 'labels',
  read(answer) {
    const lists =
      Array.isArray(answer) && answer.length > 0 && answer.every(Array.isArray) ? answer : [answer];
    const expected = 'a list of {score, sequence, token, token_str}';
    const read = lists.map((list) => byScore(check(fills, list, expected)));
    return read.length === 1 ? read[0]! : read;
  },
  view(value) {
    const lists = value.some(Array.isArray) ? (value as Fill[][]) : [value as Fill[]];
    const name = (mask: number) => (lists.length === 1 ? '' : `Mask ${mask + 1}: `);
    const rows = lists.flatMap((list, mask) =>
      list.map(({ token_str, score, sequence: detail }) => ({
        label: name(mask) + token_str,
        score,
        detail,
      })),
    );
    return { rows };
  },
});

type Fill = v.InferOutput<typeof fills>[number];

const parallel = v.pipe(
  v.looseObject({ labels: v.array(v.string()), scores: v.array(score), sequence: v.optional(v.string()) }),
  v.check(({ labels, scores }) => labels.length > 0 && labels.length === scores.length),
);

/**
 * Zero-shot classification: `{sequence, labels, scores}`, best first. Servers return that, a list of one (recordings of the
 * API), or `[{label, score}]` (the schema of @huggingface/tasks).
 */
export const zeroShotResult = defineResult({
  kind: 'labels',
  read(answer, inputs: Candidates & { readonly text: string }) {
    const { rows, sequence = inputs.text } = scoredLabels(answer);
    checkCandidates(rows, inputs);
    const sorted = byScore(rows);
    return { sequence, labels: sorted.map(({ label }) => label), scores: sorted.map((row) => row.score) };
  },
  view: ({ labels, scores }) => ({ rows: zipRows(labels, scores) }),
});

function scoredLabels(answer: unknown): { rows: LabelRow[]; sequence?: string } {
  const expected = '{sequence, labels, scores} or a list of {label, score}';
  const list = v.safeParse(v.pipe(labels, v.minLength(1)), answer);
  if (list.success) return { rows: list.output };
  const { labels: names, scores, sequence } = check(parallel, unwrap(answer), expected);
  return { rows: zipRows(names, scores), sequence };
}

function zipRows(labels: readonly string[], scores: readonly number[]): LabelRow[] {
  return labels.map((label, index) => ({ label, score: scores[index] ?? 0 }));
}

export interface ImageInputs {
  readonly image: FileInput;
}

const detections = v.array(
  v.looseObject({
    label: v.string(),
    score,
    box: v.object({ xmin: score, ymin: score, xmax: score, ymax: score }),
  }),
);

/** Object detection: `[{label, score, box}]`, best first; boxes in pixels of the image. */
export const boxesResult = defineResult({
  kind: 'boxes',
  read: (answer, _inputs: ImageInputs) =>
    byScore(check(detections, answer, 'a list of {label, score, box: {xmin, ymin, xmax, ymax}}')),
  view: (boxes, { image }) => ({ image, boxes }),
});

const segments = v.array(
  v.looseObject({
    label: v.string(),
    mask: v.pipe(v.string(), v.nonEmpty(), v.check(isBase64)),
    score: v.nullish(score),
  }),
);

/** Image segmentation: `[{label, mask, score?}]`, in the server's order (panoptic masks are layers). */
export const masksResult = defineResult({
  kind: 'masks',
  read: (answer, _inputs: ImageInputs) =>
    check(segments, answer, 'a list of {label, mask, score}').map(({ score: confidence, ...segment }) =>
      confidence === null || confidence === undefined ? segment : { ...segment, score: confidence },
    ),
  view: (masks, { image }) => ({ image, masks }),
});

const tracks = v.pipe(
  v.array(
    v.looseObject({
      label: v.string(),
      blob: v.pipe(v.string(), v.check(isBase64)),
      'content-type': v.string(),
    }),
  ),
  v.minLength(1),
);

/** Audio-to-audio: `[{label, blob, content-type}]`, `blob` in base64. */
export const tracksResult = defineResult({
  kind: 'tracks',
  read: (answer) => check(tracks, answer, 'a list of {label, blob, content-type}'),
  view: (value) => ({
    tracks: value.map((track) => ({
      label: track.label,
      media: { contentType: track['content-type'], bytes: fromBase64(track.blob) },
    })),
  }),
});
