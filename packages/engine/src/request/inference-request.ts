import type { Values } from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import type { Parameters, TaskId } from '../tasks/index.ts';

/** Who answers: the Hub's own inference, its chat router, an address given by hand, or a provider by its name. */
export type Server = 'hf-inference' | 'auto' | 'endpoint' | (string & {});

/** Whether a server is asked in the Hub's own form, not a provider's. */
export function isOwn(server: Server): boolean {
  return server === 'hf-inference' || server === 'auto' || server === 'endpoint';
}

/**
 * One inference request, complete and frozen: what is sent is what is shown, kept, and turned into code. The token is
 * not in it; sending adds it by the rule of hosts.
 */
export interface InferenceRequest {
  readonly method: 'POST';
  readonly url: string;
  /** Without `Authorization`, `Content-Type` and `Content-Length`, which follow from token and body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  readonly task: TaskId;
  /** The model's id on the Hub; undefined for a custom endpoint without one. */
  readonly model?: string;
  readonly server: Server;
  /** Whether it is a chat completion. */
  readonly conversation: boolean;
  /** Whether the answer comes as server-sent events. */
  readonly stream: boolean;
  /** What the body was made of. */
  readonly values: Values;
  readonly parameters: Parameters;
  readonly billTo?: string;
}

/** Freezes plain data all the way down; files and other objects with methods are left as they are. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !Array.isArray(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
