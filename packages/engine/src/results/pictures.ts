import * as v from 'valibot';
import type { FileInput } from '../fields/index.ts';
import { fromBase64, isBase64 } from '../text/index.ts';
import { check, score } from './check.ts';
import { byScore } from './labels.ts';
import { defineResult } from './result.ts';

interface PictureInputs {
  readonly image: FileInput;
}

const detections = v.array(
  v.looseObject({
    label: v.string(),
    score,
    box: v.object({ xmin: score, ymin: score, xmax: score, ymax: score }),
  }),
);

/** Object detection: `[{label, score, box}]`, best first; boxes in pixels of the picture. */
export const boxesResult = defineResult({
  kind: 'boxes',
  read: (answer, _inputs: PictureInputs) =>
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
  read: (answer, _inputs: PictureInputs) =>
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
