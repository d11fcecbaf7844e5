import { OutputError, StreamError, TooLargeError } from '../errors/index.ts';
import { parseServerJson, shortJson } from '../http/index.ts';

/** A piece of a message. */
export interface ChatDelta {
  readonly content?: string | null;
  readonly role?: string;
  /** Servers use one of two names for the reasoning. */
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: unknown;
}

interface ChatChoice {
  readonly delta?: ChatDelta | null;
  readonly finish_reason?: string | null;
}

/** One event of a chat stream in OpenAI's shape; only what is read, and nothing of it can be relied on. */
export interface ChatChunk {
  readonly id?: string;
  readonly created?: number;
  readonly model?: string;
  readonly system_fingerprint?: string | null;
  readonly choices?: readonly (ChatChoice | null)[];
  readonly usage?: Record<string, unknown> | null;
}

/** Where an answer came from, for its errors. */
export interface Source {
  readonly url: string;
  readonly requestId?: string;
  /** The token of the request, to be redacted. */
  readonly token?: string;
}

/** The one choice that was asked for; events about usage have none. */
export function choiceIn({ choices }: ChatChunk): ChatChoice | undefined {
  return (Array.isArray(choices) ? (choices as (ChatChoice | null)[])[0] : undefined) ?? undefined;
}

/** Why the model stopped, in the event that says so. */
export function finishReasonIn(chunk: ChatChunk): string | undefined {
  const reason = choiceIn(chunk)?.finish_reason;
  return typeof reason === 'string' ? reason : undefined;
}

/**
 * Reads the data of one event.
 * @throws StreamError for an error event, OutputError for what is no JSON object, TooLargeError
 */
export function readChunk(data: string, event: string | undefined, from: Source): ChatChunk {
  let parsed: unknown;
  try {
    parsed = parseServerJson(data, from);
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    if (event === 'error') throw streamError(data, from);
    throw new OutputError('an event of the stream is not valid JSON', from);
  }
  const error = errorIn(parsed, event);
  if (error !== undefined) throw streamError(error, from);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new OutputError('an event of the stream is not an object', from);
  }
  return parsed as ChatChunk;
}

function streamError(text: string, from: Source): StreamError {
  const hint = 'What came so far is kept; try again.';
  return new StreamError(text, { ...from, hint });
}

function errorIn(parsed: unknown, event: string | undefined): string | undefined {
  const fields = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  const error = fields['error'] ?? (event === 'error' ? (fields['message'] ?? parsed) : undefined);
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string') return error;
  const message = typeof error === 'object' ? (error as Record<string, unknown>)['message'] : undefined;
  return typeof message === 'string' ? message : (shortJson(error) ?? 'An error without words');
}
