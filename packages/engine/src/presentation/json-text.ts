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
