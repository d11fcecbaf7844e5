import { OutputError } from '../errors/index.ts';
import { limits, type Answer } from './answer.ts';

/**
 * Parses JSON that a server sent. Keys named `__proto__` are dropped, so that no later copy of the value can change
 * an object's prototype.
 * @throws SyntaxError
 */
export function parseServerJson(text: string): unknown {
  if (!text.includes('__proto__')) return JSON.parse(text) as unknown;
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as unknown;
}

/**
 * Reads an answer as JSON.
 * @throws OutputError for anything else, an empty body too; TooLargeError
 */
export async function readJson(answer: Answer): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  const text = await answer.text(limits.json);
  const from = { url: answer.url, requestId: answer.requestId };
  if (text.trim() === '') throw new OutputError('the answer is empty', from);
  if (type !== '' && !/\bjson\b/i.test(type)) throw new OutputError(`expected JSON, got ${type}`, from);
  try {
    return parseServerJson(text);
  } catch (cause) {
    // JSON.parse walks no stack, but its reviver does: what nests that deep is no answer.
    throw new OutputError('the answer is not valid JSON', { ...from, cause });
  }
}
