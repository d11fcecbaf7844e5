import type { RunResult } from '../request/index.ts';
import { jsonText } from './json-text.ts';

/**
 * A result as JSON: files that are a result themselves as their facts.
 * @param file where it was saved
 */
export function resultJson({ view, value }: RunResult, file?: string): string {
  if (view.kind !== 'image' && view.kind !== 'audio') return jsonText(value, 2);
  const { contentType, bytes } = view.media;
  return jsonText({ contentType, bytes: bytes.length, file: file ?? null }, 2);
}
