import type { Media, ResultView, RunResult, Task } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { saveMedia, saveValue } from './save-result.ts';
import type { Target } from './target.ts';

const EMPTY = 'The model gave an empty answer.';

/** The files in a result, in order. */
function mediaIn(view: ResultView): readonly Media[] {
  if (view.kind === 'image' || view.kind === 'audio') return [view.media];
  return view.kind === 'tracks' ? view.tracks.map(({ media }) => media) : [];
}

/**
 * Gives a finished run to the person: files are saved, the value printed as JSON or drawn. An answer that leaves
 * standard output empty is noted.
 * @param streamed whether its text stands on standard output already
 */
export async function deliver(
  { options, output }: Call,
  task: Task,
  result: RunResult,
  target: Target,
  streamed: boolean,
): Promise<void> {
  const json = options.json === true;
  const { view, value } = result;
  const media = mediaIn(view);
  const isEmptyText = view.kind === 'text' && view.text.trim() === '';
  const saved = await saveMedia(task, media, target, output);
  if (media.length === 0 && target.kind === 'file') {
    await saveValue(result, target, { json, note: output.note });
    if (isEmptyText) output.note(EMPTY);
  }
  const [only] = media;
  const isFile = only !== undefined && view.kind !== 'tracks';
  if (json) return output.json(isFile ? mediaValue(only, saved[0]) : value);
  if (isFile && target.kind === 'standard-output') return output.write(only.bytes);
  if (target.kind === 'file' && media.length === 0) return;
  if (streamed) return isEmptyText ? output.note(EMPTY) : undefined;
  // Drawing is loaded when there is something to draw.
  const { renderResult } = await import('../../results/index.ts');
  const text = await renderResult(view, output.terminal, { saved });
  if (text.trim() === '') output.note(EMPTY);
  output.write(text);
}

function mediaValue({ contentType, bytes }: Media, file: string | undefined): object {
  return { contentType, bytes: bytes.length, file: file ?? null };
}
