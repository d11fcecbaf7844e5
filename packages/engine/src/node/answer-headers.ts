import type { IncomingMessage } from 'node:http';
import type { AnswerHeaders } from '../http/index.ts';

/** An answer's headers; repeated ones are joined by commas, as the web's Headers do. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): AnswerHeaders {
  const joined = new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  );
  return {
    get: (name) => joined.get(name.toLowerCase()) ?? null,
    has: (name) => joined.has(name.toLowerCase()),
    [Symbol.iterator]: () => joined[Symbol.iterator](),
  };
}
