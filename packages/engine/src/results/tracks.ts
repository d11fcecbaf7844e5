import * as v from 'valibot';
import { bytesOfBase64, isBase64 } from './base64.ts';
import { check } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

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
export const tracksResult: ResultDefinition<'tracks', v.InferOutput<typeof tracks>, unknown> = {
  kind: 'tracks',
  answer: 'json',
  read: (answer) => check(tracks, answer, 'a list of {label, blob, content-type}'),
  view: (value) => ({
    tracks: value.map((track) => ({
      label: track.label,
      media: {
        contentType: track['content-type'],
        bytes: bytesOfBase64(track.blob),
      },
    })),
  }),
};
