import { HttpError } from '../server/http-error.ts';

/** The refusal of an answer that is longer than the longest text of JavaScript; undefined for any other error. */
export function answerTooLong(error: unknown): HttpError | undefined {
  return error instanceof RangeError && error.message === 'Invalid string length'
    ? new HttpError(400, 'The answer would be too long to be written; ask for less.')
    : undefined;
}
