import { OutputError } from '../errors/index.ts';
import { DEEPEST, isTooDeep } from '../fields/index.ts';
import { redactValue } from '../text/index.ts';
import { limits, type Answer } from './answer.ts';

/** Escapes that no character needs: they can hide a token or a key from a search in the text. */
const needlessEscape = /\\(?:u00[2-7]|\/)/;

/**
 * Parses JSON that a server sent. Keys named `__proto__` are dropped, so that no later copy of the value can change
 * an object's prototype; the given token, which no honest answer contains, is redacted.
 * @throws SyntaxError
 */
export function parseServerJson(text: string, token?: string): unknown {
  const value = JSON.parse(text) as unknown;
  const isSuspect =
    text.includes('__proto__') || (token && text.includes(token)) || needlessEscape.test(text);
  return isSuspect ? redactValue(value, token) : value;
}

/** A parsed value as JSON for a message; undefined for one that nests too deep. */
export function shortJson(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : JSON.stringify(value);
}

/**
 * Reads an answer as JSON.
 * @param hint what to do about an answer that is none; by default that of a model's
 * @throws OutputError for anything else, an empty body too; TooLargeError
 */
export async function readJson(answer: Answer, hint?: string): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  const text = await answer.text(limits.json);
  const { url, requestId, token } = answer;
  const from = { url, requestId, token, ...(hint === undefined ? {} : { hint }) };
  if (text.trim() === '') throw new OutputError('the answer is empty', from);
  if (type !== '' && !/\bjson\b/i.test(type)) throw new OutputError(`expected JSON, got ${type}`, from);
  try {
    const value = parseServerJson(text, token);
    if (!isTooDeep(value)) return value;
  } catch {
    // Without the cause, whose message quotes the text.
    throw new OutputError('the answer is not valid JSON', from);
  }
  throw new OutputError(`the answer nests deeper than ${DEEPEST} levels`, from);
}
