import { OutputError, StreamError, TooLargeError } from '../errors/index.ts';
import { parseServerJson, shortJson, type ResponseSource } from '../http/index.ts';
import { isRecord, mapStrings, withoutToken } from '../text/index.ts';

export interface ChatDelta {
  readonly content?: string | null;
  readonly role?: string;
  /** Servers use one of two names. */
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: unknown;
}

interface ChatChoice {
  readonly delta?: ChatDelta | null;
  readonly finish_reason?: string | null;
}

/** One event of a chat stream in OpenAI's format, not validated. */
export interface ChatChunk {
  readonly id?: string;
  readonly created?: number;
  readonly model?: string;
  readonly system_fingerprint?: string | null;
  readonly choices?: readonly (ChatChoice | null)[];
  readonly usage?: Record<string, unknown> | null;
}

/** Usage events have no choices. */
export function choiceIn({ choices }: ChatChunk): ChatChoice | undefined {
  return (Array.isArray(choices) ? (choices as (ChatChoice | null)[])[0] : undefined) ?? undefined;
}

export function finishReasonIn(chunk: ChatChunk): string | undefined {
  const reason = choiceIn(chunk)?.finish_reason;
  return typeof reason === 'string' ? reason : undefined;
}

/**
 * Reads the data of one event.
 * @throws StreamError for an error event, OutputError for anything but a JSON object, TooLargeError
 */
export function readChunk(data: string, event: string | undefined, from: ResponseSource): ChatChunk {
  let parsed: unknown;
  try {
    parsed = parseServerJson(data, from);
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    if (event === 'error') throw streamError(data, from);
    throw new OutputError('a stream event is not valid JSON', from);
  }
  const error = errorIn(parsed, event);
  if (error !== undefined) throw streamError(error, from);
  if (!isRecord(parsed) || Array.isArray(parsed))
    throw new OutputError('a stream event is not an object', from);
  return parsed as ChatChunk;
}

function streamError(text: string, from: ResponseSource): StreamError {
  return new StreamError(text, { ...from, hint: 'Try again.' });
}

function errorIn(parsed: unknown, event: string | undefined): string | undefined {
  const fields = isRecord(parsed) ? parsed : {};
  const error = fields['error'] ?? (event === 'error' ? (fields['message'] ?? parsed) : undefined);
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string') return error;
  return (isRecord(error) && textIn(error, 'message')) || (shortJson(error) ?? 'Unknown error');
}

const MAX_TOOL_CALLS = 128;

interface ToolCall {
  id: string;
  readonly type: 'function';
  readonly function: { name: string; arguments: string };
}

/** Assembles the tool calls of a streamed message from their deltas. */
export function createToolCalls(from: ResponseSource) {
  const calls = new Map<unknown, ToolCall>();
  let last: unknown;

  function getOrCreateCall(delta: Record<string, unknown>): ToolCall {
    // Some servers omit the index: an id starts a call, and a delta without an id continues the last one.
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
    if (!isRecord(delta)) return;
    const call = getOrCreateCall(delta);
    call.id ||= textIn(delta, 'id');
    const part = delta['function'];
    if (!isRecord(part)) return;
    call.function.name ||= textIn(part, 'name');
    call.function.arguments += textIn(part, 'arguments');
  }

  return {
    /** @throws TooLargeError */
    add(deltas: unknown): void {
      for (const delta of Array.isArray(deltas) ? (deltas as unknown[]) : [deltas]) addOne(delta);
    },
    all: (): readonly ToolCall[] => [...calls.values()],
  };
}

/**
 * Redacts the tool calls of a completion in place. Their arguments are JSON in a string, which may escape the token.
 */
export function redactToolCalls(completion: unknown, token = ''): void {
  const mayContainToken = (text: string) => text.includes('\\') || text.includes(token);
  const choices = isRecord(completion) ? completion['choices'] : undefined;
  for (const choice of Array.isArray(choices) ? (choices as unknown[]) : []) {
    const message = isRecord(choice) ? choice['message'] : undefined;
    const calls = isRecord(message) ? message['tool_calls'] : undefined;
    if (calls && token)
      mapStrings(calls, (text) => (mayContainToken(text) ? withoutToken(text, token) : text));
  }
}

function textIn(value: Record<string, unknown>, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}
