/** How the letters look that were searched for, and the others. */
export interface Emphasis {
  match(text: string): string;
  plain?(text: string): string;
}

/**
 * Styles a name so that the letters stand out that were searched for.
 * @param shown the name, or its beginning where there is no room for all of it
 */
export function emphasise(shown: string, ranges: readonly number[], { match, plain }: Emphasis): string {
  if (ranges.length === 0) return plain?.(shown) ?? shown;
  const isMatched = new Uint8Array(shown.length);
  for (let index = 0; index < ranges.length; index += 2) isMatched.fill(1, ranges[index], ranges[index + 1]);
  let text = '';
  for (let start = 0, end = 0; start < shown.length; start = end) {
    while (end < shown.length && isMatched[end] === isMatched[start]) end += 1;
    const part = shown.slice(start, end);
    text += isMatched[start] ? match(part) : (plain?.(part) ?? part);
  }
  return text;
}
