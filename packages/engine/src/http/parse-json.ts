import { TooLargeError } from '../errors/index.ts';
import { isTooDeep } from '../fields/index.ts';
import { parseBounded, redactValue } from '../text/index.ts';
import type { HttpResponse } from './response.ts';

/** The part of a response that its errors need; the token is redacted in them. */
export type ResponseSource = Pick<HttpResponse, 'url' | 'requestId' | 'token'> &
  Partial<Pick<HttpResponse, 'headers' | 'hubUrl'>>;

/** Unnecessary escapes, which could hide a token or a key. */
const unnecessaryEscape = /\\(?:u00[2-7]|\/)/;

/**
 * Parses JSON of a server. Drops keys named `__proto__`, which could change a prototype when copied; redacts the token.
 * @throws SyntaxError, TooLargeError for JSON with too many values
 */
export function parseServerJson(text: string, from: ResponseSource): unknown {
  const { token } = from;
  const tooLarge = () =>
    new TooLargeError(`The response from ${new URL(from.url).host} contains too many values`, {
      ...from,
      hint: 'Try another model, or check the URL.',
    });
  const value = parseBounded(text, tooLarge);
  const isUnsafe =
    text.includes('__proto__') || (token && text.includes(token)) || unnecessaryEscape.test(text);
  return isUnsafe ? redactValue(value, token) : value;
}

export function shortJson(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : JSON.stringify(value);
}
