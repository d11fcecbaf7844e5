import { getEnding } from '../fields/index.ts';
import type { RunResult } from '../request/index.ts';
import { getMedia, type ResultView } from '../results/index.ts';
import type { TaskId } from '../tasks/index.ts';
import { escapeUnsafe, unicodeEscape } from '../text/index.ts';

/** A file name from task and local time: `tryout-{task}-20261121-093000.png`. */
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

export function getMediaType(view: ResultView): string | undefined {
  return getMedia(view)[0]?.contentType;
}

/**
 * A value as JSON that is safe to show: control and invisible characters are written as `\uXXXX`, so the value stays
 * the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent), unicodeEscape);
}

/** Maximum characters in a line of several numbers. */
const MAX_LINE_LENGTH = 64;
const numberLine = /^\s+-?\d[\d.eE+-]*,?$/;

/** Lines of indented JSON with lists of numbers on few lines, since they could fill thousands. For display only. */
export function compactJson(json: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of json.split('\n')) {
    const isNumber = numberLine.test(line);
    const last = lines.at(-1) ?? '';
    const number = isNumber && isOpen ? line.trimStart() : '';
    if (number !== '' && last.length + 1 + number.length <= MAX_LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${number}`;
    else lines.push(line);
    isOpen = isNumber && line.endsWith(',');
  }
  return lines;
}

/** A result as JSON; a file as its facts. @param file where it was saved */
export function resultJson({ view, value, parsed }: RunResult, file?: string): string {
  if (!('media' in view)) return jsonText(parsed ?? value, 2);
  const { contentType, bytes } = view.media;
  return jsonText({ contentType, bytes: bytes.length, file: file ?? null }, 2);
}
