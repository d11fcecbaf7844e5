import type { RunResult } from '../request/index.ts';
import { visible } from '../text/index.ts';

/**
 * A value as JSON that is safe to show: what would steer a terminal or hide in a text is written as `\uXXXX`, which
 * reads back as the same value (F2).
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return visible(text) === text ? text : Array.from(text, escapeUnsafe).join('');
}

function escapeUnsafe(character: string): string {
  if (visible(character) === character) return character;
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Characters of a line of numbers, at most, where there is more than one. */
const WIDEST = 64;
const lonelyNumber = /^\s+-?\d[\d.eE+-]*,?$/;

/**
 * Joins the lines of number lists in indented JSON, which would otherwise fill thousands of lines.
 * What is copied or saved stays as it is.
 * @returns lines that are the same JSON
 */
export function foldedJson(json: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of json.split('\n')) {
    const isNumber = lonelyNumber.test(line);
    const last = lines.at(-1) ?? '';
    const number = isNumber && isOpen ? line.trimStart() : '';
    if (number !== '' && last.length + 1 + number.length <= WIDEST)
      lines[lines.length - 1] = `${last} ${number}`;
    else lines.push(line);
    isOpen = isNumber && line.endsWith(',');
  }
  return lines;
}

/**
 * A result as JSON: files that are a result themselves as their facts.
 * @param file where it was saved
 */
export function resultJson({ view, value }: RunResult, file?: string): string {
  if (view.kind !== 'image' && view.kind !== 'audio') return jsonText(value, 2);
  const { contentType, bytes } = view.media;
  return jsonText({ contentType, bytes: bytes.length, file: file ?? null }, 2);
}
