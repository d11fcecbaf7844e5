import type { Exchange, HubModel } from '../exchange/exchange.ts';
import { isRecord, readBody } from '../exchange/http.ts';

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function findText({ inputs, messages }: Readonly<Record<string, unknown>>): string {
  if (typeof inputs === 'string') return inputs;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) && typeof last.content === 'string' ? last.content : 'no input';
}

/** Reads the entire request and lets the model misbehave, if it is one that does. */
export async function misbehave(
  exchange: Exchange,
  { id, misbehavior }: HubModel,
  knownBody?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = knownBody ?? parse(await readBody(exchange.request, exchange.sandbox.bodyLimit));
  await misbehavior?.answer({ exchange, id, body, text: findText(body) });
}
