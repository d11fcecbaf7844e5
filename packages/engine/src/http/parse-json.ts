import { OutputError, TooLargeError } from '../errors/index.ts';
import { MAX_DEPTH, isTooDeep } from '../fields/index.ts';
import { parseBounded, redactValue } from '../text/index.ts';
import { limits, type HttpResponse } from './response.ts';

/** The part of a response that its errors need; the token is redacted in them. */
export type ResponseSource = Pick<HttpResponse, 'url' | 'requestId' | 'token'>;

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

/**
 * @param Unexpected the error for anything but JSON
 * @throws OutputError or the given error, TooLargeError
 */
export async function readJson(
  response: HttpResponse,
  Unexpected: new (expectation: string, from: ResponseSource) => Error = OutputError,
): Promise<unknown> {
  const { contentType: type } = response;
  const text = await response.text(limits.json);
  if (text.trim() === '') throw new Unexpected('the response is empty', response);
  if (type !== '' && !/\bjson\b/i.test(type)) throw new Unexpected(`expected JSON, got ${type}`, response);
  try {
    const value = parseServerJson(text, response);
    if (!isTooDeep(value)) return value;
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    // Its message would quote the text.
    throw new Unexpected('the response is not valid JSON', response);
  }
  throw new Unexpected(`the response is nested deeper than ${MAX_DEPTH} levels`, response);
}
