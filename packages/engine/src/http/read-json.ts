import { OutputError, TooLargeError } from '../errors/index.ts';
import { MAX_DEPTH, isTooDeep } from '../fields/index.ts';
import { parseServerJson, type ResponseSource } from './parse-json.ts';
import { explain, findReasonInText } from './reported-error.ts';
import { limits, type HttpResponse } from './response.ts';

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
  if (type !== '' && !/\bjson\b/i.test(type))
    throw new Unexpected(
      ...explain(`expected JSON, got ${type}`, findReasonInText(text, response), response),
    );
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
