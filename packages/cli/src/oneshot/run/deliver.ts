import type { Media, ResultView, RunResult, Task } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { jsonText } from '../../json-text.ts';
import { numbered, ownName } from '../files/own-name.ts';
import { saveFile, saveUnderFreeName } from '../files/save-file.ts';
import type { Target } from './target.ts';

/** The files in a result, in order. */
function mediaIn(view: ResultView): readonly Media[] {
  if (view.kind === 'image' || view.kind === 'audio') return [view.media];
  return view.kind === 'tracks' ? view.tracks.map(({ media }) => media) : [];
}

/** What a text or JSON result is in a file: the text, or the value as JSON. */
function fileText({ view, value }: RunResult, json: boolean): string {
  if (view.kind !== 'text' || json) return `${jsonText(value, 2)}\n`;
  return view.text.endsWith('\n') ? view.text : `${view.text}\n`;
}

async function saveMedia(task: Task, media: readonly Media[], target: Target): Promise<string[]> {
  const saved: string[] = [];
  for (const [index, { contentType, bytes }] of media.entries()) {
    if (target.kind === 'file') {
      const path = media.length === 1 ? target.path : numbered(target.path, index + 1);
      await saveFile(path, bytes, target.force);
      saved.push(path);
    } else if (target.kind === 'none') {
      saved.push(await saveUnderFreeName(ownName(task.id, contentType), bytes));
    }
  }
  return saved;
}

/**
 * Gives a finished run to the person: files are saved, the value printed as JSON or drawn.
 * @param streamed whether its text stands on standard output already
 */
export async function deliver(
  { options, output, surroundings }: Call,
  task: Task,
  result: RunResult,
  target: Target,
  streamed: boolean,
): Promise<void> {
  const json = options.json === true;
  const { view, value } = result;
  const media = mediaIn(view);
  const saved = await saveMedia(task, media, target);
  if (media.length === 0 && target.kind === 'file') {
    await saveFile(target.path, fileText(result, json), target.force);
    output.note(`Saved to ${target.path}`);
  }
  const [only] = media;
  const isFile = only !== undefined && view.kind !== 'tracks';
  if (isFile && target.kind === 'standard-output') output.write(only.bytes);
  if (json) {
    const shown = isFile ? mediaValue(only, saved[0]) : value;
    // The bytes have standard output to themselves.
    if (isFile && target.kind === 'standard-output') surroundings.errors.write(`${jsonText(shown)}\n`);
    else output.json(shown);
    return;
  }
  if (target.kind === 'standard-output' && isFile) return;
  if (target.kind === 'file' && media.length === 0) return;
  if (streamed) return;
  // Drawing is loaded when there is something to draw.
  const { renderResult } = await import('../results/index.ts');
  output.write(await renderResult(view, output.terminal, { saved }));
}

function mediaValue({ contentType, bytes }: Media, file: string | undefined): object {
  return { contentType, bytes: bytes.length, file: file ?? null };
}
