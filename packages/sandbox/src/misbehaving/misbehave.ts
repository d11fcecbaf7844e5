import type { TaskId } from '../define-model.ts';
import type { HubModel } from '../hub/registry.ts';
import type { Exchange } from '../server/exchange.ts';
import { isRecord, readBody } from '../server/http.ts';

/** A request to a misbehaving model. */
export interface MisbehavingRun {
  exchange: Exchange;
  id: string;
  /** Empty when the request's body is not a JSON object. */
  body: Readonly<Record<string, unknown>>;
  /** The input, or the last message of a conversation. */
  text: string;
}

/** How a model fails on purpose, as real models and servers do. */
export interface Misbehavior {
  /** A sentence for its card. */
  description: string;
  answer(run: MisbehavingRun): void | Promise<void>;
  /** `text-classification` by default. */
  task?: TaskId;
  isGated?: boolean;
}

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
