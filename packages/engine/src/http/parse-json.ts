import { TooLargeError } from '../errors/index.ts';
import { isTooDeep } from '../fields/index.ts';
import { redactValue } from '../text/index.ts';
import type { HttpResponse } from './response.ts';

/** The part of a response that its errors need; the token is redacted in them. */
export type ResponseSource = Pick<HttpResponse, 'url' | 'requestId' | 'token'> &
  Partial<Pick<HttpResponse, 'headers' | 'hubUrl'>>;

/**
 * 8,000,000 values, or 1,000,000 strings, keys, lists and objects: about a second and less than 500 MB. A page of 500
 * models with 15 providers each reaches a third of it.
 */
const MAX_WEIGHT = 8_000_000;
const PART_WEIGHT = 8;

const COMMA = 44;
const QUOTE = 34;
const BRACKET = 91;
const BRACE = 123;

function requireParsable(text: string, from: ResponseSource): void {
  // Short enough in any case, as nearly all events of a stream are.
  if (text.length * PART_WEIGHT <= MAX_WEIGHT) return;
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) weight += 1;
    else if (code === QUOTE || code === BRACKET || code === BRACE) weight += PART_WEIGHT;
  }
  if (weight <= MAX_WEIGHT) return;
  throw new TooLargeError(`The response from ${new URL(from.url).host} contains too many values`, {
    ...from,
    hint: 'Try another model, or check the URL.',
  });
}

/** Unnecessary escapes, which could hide a token or a key. */
const unnecessaryEscape = /\\(?:u00[2-7]|\/)/;

/**
 * Parses JSON of a server. Drops keys named `__proto__`, which could change a prototype when copied; redacts the token.
 * @throws SyntaxError, TooLargeError for JSON with too many values
 */
export function parseServerJson(text: string, from: ResponseSource): unknown {
  requireParsable(text, from);
  const { token } = from;
  const value = JSON.parse(text) as unknown;
  const isUnsafe =
    text.includes('__proto__') || (token && text.includes(token)) || unnecessaryEscape.test(text);
  return isUnsafe ? redactValue(value, token) : value;
}

export function shortJson(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : JSON.stringify(value);
}
