import * as v from 'valibot';
import { check } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const tracks = v.pipe(
  v.array(
    v.looseObject({ label: v.string(), blob: v.pipe(v.string(), v.base64()), 'content-type': v.string() }),
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
        bytes: Uint8Array.from(atob(track.blob), (c) => c.charCodeAt(0)),
      },
    })),
  }),
};
