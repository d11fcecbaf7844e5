import { createParser, type EventSourceMessage } from 'eventsource-parser';
import {
  IncompleteAnswerError,
  isFailure,
  OutputError,
  StreamError,
  TooLargeError,
} from '../errors/index.ts';
import { redact } from '../text/index.ts';
import { parseServerJson, type Answer } from '../http/index.ts';

/** One event of a chat stream in OpenAI's shape; only what is read. */
export interface ChatChunk {
  readonly id?: string;
  readonly created?: number;
  readonly model?: string;
  readonly system_fingerprint?: string | null;
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null; readonly role?: string };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Record<string, unknown> | null;
}

/** Characters: of one event, and of a whole stream. Longer ones come from no model. */
const LONGEST_EVENT = 4 * 1024 * 1024;
const LONGEST_STREAM = 64 * 1024 * 1024;

const DONE = '[DONE]';

/**
 * The events of a chat stream, in batches as the network brings them, until `[DONE]` or until the stream ends with a
 * finish reason.
 * @throws StreamError (not a stream, or an error event), OutputError (an event that is no JSON object), TooLargeError,
 * IncompleteAnswerError (with `partial` empty: the reader of the events knows the text), and what `send` throws
 */
export async function* chatChunks(
  answer: Answer,
  token?: string,
): AsyncGenerator<readonly ChatChunk[], void, void> {
  const type = answer.headers.get('content-type') ?? 'no content type';
  const from = { url: answer.url, requestId: answer.requestId };
  if (!type.startsWith('text/event-stream')) {
    await answer.close();
    throw new StreamError(`Server does not support event stream content type, it returned ${type}`, {
      ...from,
      hint: 'Try it without streaming.',
    });
  }
  let batch: ChatChunk[] = [];
  let finished = false;
  let done = false;
  let failure: Error | undefined;
  const onEvent = ({ event, data }: EventSourceMessage) => {
    if (done || failure) return;
    if (data.trim() === DONE) {
      done = true;
      return;
    }
    try {
      const chunk = readChunk(data, event, from, token);
      finished ||= chunk.choices?.some(({ finish_reason: reason }) => typeof reason === 'string') ?? false;
      batch.push(chunk);
    } catch (error) {
      failure = error as Error;
    }
  };
  const onError = ({ type: kind }: { type: string }) => {
    if (kind === 'max-buffer-size-exceeded')
      failure ??= new TooLargeError(
        'An event of the stream is larger than any honest one; reading it was stopped',
        from,
      );
  };
  const parser = createParser({ onEvent, onError, maxBufferSize: LONGEST_EVENT });
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for await (const bytes of answer.chunks()) {
      const text = decoder.decode(bytes, { stream: true });
      length += text.length;
      parser.feed(text);
      if (batch.length > 0) yield batch;
      batch = [];
      if (failure) throw failure;
      if (done) return;
      if (length > LONGEST_STREAM)
        throw new TooLargeError('The stream does not end; reading it was stopped', from);
    }
  } catch (error) {
    // A connection that breaks off in mid-stream leaves an incomplete answer; deadlines and errors of ours stay.
    if (isFailure(error) && error.name !== 'NetworkError') throw error;
    throw new IncompleteAnswerError('The stream broke off before the answer was complete', '', {
      ...from,
      cause: error,
    });
  }
  // The last event may lack its blank line; half an event is none.
  parser.feed('\n\n');
  if (batch.length > 0) yield batch;
  if (!done && !finished)
    throw new IncompleteAnswerError('The stream ended before the answer was complete', '', from);
}

function readChunk(
  data: string,
  event: string | undefined,
  from: { url: string; requestId?: string },
  token?: string,
): ChatChunk {
  let parsed: unknown;
  try {
    parsed = parseServerJson(data);
  } catch (cause) {
    if (event === 'error') throw new StreamError(redact(data, token), from);
    throw new OutputError('an event of the stream is not valid JSON', { ...from, cause });
  }
  const error = errorIn(parsed, event);
  if (error !== undefined)
    throw new StreamError(redact(error, token), { ...from, hint: 'What came so far is kept; try again.' });
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new OutputError('an event of the stream is not an object', from);
  }
  return parsed as ChatChunk;
}

function errorIn(parsed: unknown, event: string | undefined): string | undefined {
  const fields = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  const error = fields['error'] ?? (event === 'error' ? (fields['message'] ?? parsed) : undefined);
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string') return error;
  const message = typeof error === 'object' ? (error as Record<string, unknown>)['message'] : undefined;
  return typeof message === 'string' ? message : JSON.stringify(error);
}
