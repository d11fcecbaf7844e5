import type { ResultView } from '@tryout/engine';

/** The media type of a picture or a sound. */
export function contentTypeOf(view: ResultView): string | undefined {
  if (view.kind === 'image' || view.kind === 'audio') return view.media.contentType;
  return view.kind === 'tracks' ? view.tracks[0]?.media.contentType : undefined;
}
