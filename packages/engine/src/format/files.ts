import { getEnding } from '../fields/index.ts';
import type { Media, ResultView } from '../results/index.ts';
import type { TaskId } from '../tasks/index.ts';

/** A file name from task and local time: `tryout-{task}-20261121-093000.png` (F50). */
export function timestampedFileName(task: string, contentType: string): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `tryout-${task}-${date}-${time}.${getEnding(contentType)}`;
}

/** The name of a run file: `tryout-{task}-20261121-093000.run.json`. */
export function runFileName(task: string): string {
  return timestampedFileName(task, 'application/json').replace(/json$/, 'run.json');
}

/** Inserts a number before the extension. */
export function numbered(path: string, number: number): string {
  const cut = /\.[^./\\]*$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, cut)}-${number}${path.slice(cut)}`;
}

export function defaultFileName(task: TaskId, view: ResultView, asJson: boolean): string {
  const [file] = getMedia(view);
  if (file && !asJson) return timestampedFileName(task, file.contentType);
  if ('image' in view && !asJson) return timestampedFileName(task, 'image/png');
  return timestampedFileName(task, view.kind === 'text' && !asJson ? 'text/plain' : 'application/json');
}

export function getMedia(view: ResultView): readonly Media[] {
  if (view.kind === 'image' || view.kind === 'audio') return [view.media];
  return view.kind === 'tracks' ? view.tracks.map(({ media }) => media) : [];
}

export function getMediaType(view: ResultView): string | undefined {
  return getMedia(view)[0]?.contentType;
}
