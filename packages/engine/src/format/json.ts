import type { RunResult } from '../request/index.ts';
import { escapeUnsafe, unicodeEscape } from '../text/index.ts';

/**
 * A value as JSON that is safe to show: control and invisible characters are written as `\uXXXX`, so the value stays
 * the same (F2).
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

/** A result as JSON; an image or audio result as its facts. @param file where it was saved */
export function resultJson({ view, value }: RunResult, file?: string): string {
  if (view.kind !== 'image' && view.kind !== 'audio') return jsonText(value, 2);
  const { contentType, bytes } = view.media;
  return jsonText({ contentType, bytes: bytes.length, file: file ?? null }, 2);
}
