import { TooLargeError } from '../errors/index.ts';
import { mapStrings, withoutToken } from '../text/index.ts';
import type { Source } from './chat-chunk.ts';

const MAX_TOOL_CALLS = 128;

/** A tool call as in an unstreamed message. */
interface ToolCall {
  id: string;
  readonly type: 'function';
  readonly function: { name: string; arguments: string };
}

/** Assembles the tool calls of a streamed message from their deltas. */
export interface ToolCalls {
  /** @throws TooLargeError */
  add(deltas: unknown): void;
  /** In the order in which they began. */
  all(): readonly ToolCall[];
}

export function createToolCalls(from: Source): ToolCalls {
  const calls = new Map<unknown, ToolCall>();
  let last: unknown;

  function callOf(delta: Record<string, unknown>): ToolCall {
    // Some servers do not number calls: an id starts one, and a piece without an id continues the last one.
    const key = delta['index'] ?? (textIn(delta, 'id') || (last ?? 0));
    last = key;
    const known = calls.get(key);
    if (known) return known;
    if (calls.size === MAX_TOOL_CALLS) {
      throw new TooLargeError(`The answer has more than ${MAX_TOOL_CALLS} tool calls`, from);
    }
    const call: ToolCall = { id: '', type: 'function', function: { name: '', arguments: '' } };
    calls.set(key, call);
    return call;
  }

  function addOne(delta: unknown): void {
    if (!isObject(delta)) return;
    const call = callOf(delta);
    call.id ||= textIn(delta, 'id');
    const part = delta['function'];
    if (!isObject(part)) return;
    call.function.name ||= textIn(part, 'name');
    call.function.arguments += textIn(part, 'arguments');
  }

  return {
    add(deltas) {
      for (const delta of Array.isArray(deltas) ? (deltas as unknown[]) : [deltas]) addOne(delta);
    },
    all: () => [...calls.values()],
  };
}

/**
 * Removes the token from the tool calls of a completion, in place. Their arguments are JSON inside of a string, which
 * can spell it with escapes.
 */
export function redactToolCalls(completion: unknown, token = ''): void {
  const isSuspect = (text: string) => text.includes('\\') || text.includes(token);
  const choices = isObject(completion) ? completion['choices'] : undefined;
  for (const choice of Array.isArray(choices) ? (choices as unknown[]) : []) {
    const message = isObject(choice) ? choice['message'] : undefined;
    const calls = isObject(message) ? message['tool_calls'] : undefined;
    if (calls && token) mapStrings(calls, (text) => (isSuspect(text) ? withoutToken(text, token) : text));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textIn(value: Record<string, unknown>, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}
