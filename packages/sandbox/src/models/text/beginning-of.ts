/**
 * The beginning of a text, at most `limit` code units and no half character.
 *
 * Models whose algorithm would take too long on a large text read its beginning alone, as a model with a limited
 * context does.
 */
export function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return text.slice(0, isHalf ? limit - 1 : limit);
}
