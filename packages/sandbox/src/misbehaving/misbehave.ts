import type { Exchange } from '../server/exchange.ts';
import { isRecord, readBody } from '../server/read-body.ts';
import type { Misbehavior } from './define-misbehavior.ts';

function parseLeniently(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function askedText({ inputs, messages }: Readonly<Record<string, unknown>>): string {
  if (typeof inputs === 'string') return inputs;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) && typeof last['content'] === 'string' ? last['content'] : 'nothing was asked';
}

/** Reads the request to its end, as a server that is about to fail would, and lets the model misbehave. */
export async function misbehave(
  exchange: Exchange,
  misbehavior: Misbehavior,
  body?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const read = body ?? parseLeniently(await readBody(exchange));
  await misbehavior.answer({ exchange, id: misbehavior.id, body: read, text: askedText(read) });
}
