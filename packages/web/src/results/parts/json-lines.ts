/** A part of a line of JSON, with its class of token where it is colored. */
export interface JsonToken {
  readonly text: string;
  readonly kind?: 'name' | 'string' | 'number' | 'word';
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The tokens of one line of pretty-printed JSON. */
export function tokensOf(line: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of line.matchAll(token)) {
    const [, string, colon, number] = match;
    if (match.index > at) tokens.push({ text: line.slice(at, match.index) });
    if (string === undefined) tokens.push({ text: match[0], kind: number === undefined ? 'word' : 'number' });
    else {
      tokens.push({ text: string, kind: colon === undefined ? 'string' : 'name' });
      if (colon !== undefined) tokens.push({ text: colon });
    }
    at = match.index + match[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at) });
  return tokens;
}
