import type { Media, ResultView } from '../results/index.ts';

/** The files that a result is, in their order: its picture, its sound, its tracks; none where it is no file. */
export function mediaOf(view: ResultView): readonly Media[] {
  if (view.kind === 'image' || view.kind === 'audio') return [view.media];
  return view.kind === 'tracks' ? view.tracks.map(({ media }) => media) : [];
}

/** The media type of the picture or the sounds that a result is; undefined where it is no file. */
export function mediaTypeOf(view: ResultView): string | undefined {
  return mediaOf(view)[0]?.contentType;
}
