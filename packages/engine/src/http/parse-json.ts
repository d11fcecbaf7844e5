import { OutputError } from '../errors/index.ts';
import { DEEPEST, isTooDeep } from '../fields/index.ts';
import { REDACTED } from '../text/index.ts';
import { limits, type Answer } from './answer.ts';

/**
 * Parses JSON that a server sent. Keys named `__proto__` are dropped, so that no later copy of the value can change
 * an object's prototype; the given token, where a server echoes it, is redacted.
 * @throws SyntaxError
 */
export function parseServerJson(given: string, token?: string): unknown {
  // No honest answer holds the person's own token; an echo of it must not reach a screen.
  const text = token ? given.split(token).join(REDACTED) : given;
  if (!text.includes('__proto__')) return JSON.parse(text) as unknown;
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as unknown;
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
export async function readJson(answer: Answer, token?: string, hint?: string): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  const text = await answer.text(limits.json);
  const from = { url: answer.url, requestId: answer.requestId, ...(hint === undefined ? {} : { hint }) };
  if (text.trim() === '') throw new OutputError('the answer is empty', from);
  if (type !== '' && !/\bjson\b/i.test(type)) throw new OutputError(`expected JSON, got ${type}`, from);
  try {
    const value = parseServerJson(text, token);
    if (!isTooDeep(value)) return value;
  } catch (cause) {
    // JSON.parse walks no stack, but its reviver does: what nests that deep is no answer.
    throw new OutputError('the answer is not valid JSON', { ...from, cause });
  }
  throw new OutputError(`the answer nests deeper than ${DEEPEST} levels`, from);
}
