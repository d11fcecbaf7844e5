import { createParser } from 'eventsource-parser';
import {
  IncompleteAnswerError,
  NetworkError,
  OutputError,
  StreamError,
  TimeoutError,
  TooLargeError,
  isFailure,
} from '../errors/index.ts';
import { isTooDeep } from '../fields/index.ts';
import type { HttpResponse, ResponseSource } from '../http/index.ts';
import { redactPieces } from '../text/index.ts';
import {
  choiceIn,
  createToolCalls,
  finishReasonIn,
  readChunk,
  type ChatChunk,
  type ChatDelta,
} from './chat-chunk.ts';

/** Characters. */
const MAX_EVENT_LENGTH = 4 * 1024 * 1024;
const MAX_STREAM_LENGTH = 64 * 1024 * 1024;

const DONE = '[DONE]';

/**
 * The events of a chat stream in batches, until `[DONE]` or until the stream ends after a finish reason.
 * @throws StreamError (not a stream, or an error event), OutputError (an event that is not a JSON object),
 * TooLargeError, IncompleteAnswerError (with an empty `partial`), and what `send` throws
 */
async function* chatChunks(response: HttpResponse): AsyncGenerator<readonly ChatChunk[], void, void> {
  await requireEventStream(response);
  let batch: ChatChunk[] = [];
  let isDone = false;
  let hasFinished = false;
  let failure: Error | undefined;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent({ event, data }) {
      if (isDone || failure) return;
      isDone = data.trim() === DONE;
      if (isDone) return;
      try {
        const chunk = readChunk(data, event, response);
        hasFinished ||= finishReasonIn(chunk) !== undefined;
        batch.push(chunk);
      } catch (error) {
        failure = error as Error;
      }
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded')
        failure ??= new TooLargeError('A stream event is too large', response);
    },
  });
  const feed = (text: string): readonly ChatChunk[] => {
    batch = [];
    parser.feed(text);
    return batch;
  };
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for await (const bytes of response.chunks()) {
      const text = decoder.decode(bytes, { stream: true });
      length += text.length;
      yield feed(text);
      if (failure) throw failure;
      if (isDone) return;
      if (length > MAX_STREAM_LENGTH)
        throw new TooLargeError('The stream is too long and was stopped', response);
    }
  } catch (error) {
    throwUnlessOver(error, hasFinished, response);
    return;
  }
  // The last event may lack its blank line.
  yield feed('\n\n');
  if (failure instanceof StreamError) throw failure;
  if (!isDone && !hasFinished)
    throw new IncompleteAnswerError('The stream ended before the answer was complete', '', response);
}

async function requireEventStream(response: HttpResponse): Promise<void> {
  const type = response.contentType || 'no content type';
  if (/^text\/event-stream\b/i.test(type)) return;
  await response.close();
  throw new StreamError(`Server does not support event stream content type, it returned ${type}`, {
    ...response,
    hint: 'Try again without streaming.',
  });
}

/** A broken connection leaves an incomplete answer, unless the model had already finished. */
function throwUnlessOver(error: unknown, finished: boolean, from: ResponseSource): void {
  const isBroken = error instanceof NetworkError;
  if (finished && (isBroken || error instanceof TimeoutError)) return;
  if (isFailure(error) && !isBroken) throw error;
  throw new IncompleteAnswerError('The stream was interrupted before the answer was complete', '', {
    ...from,
    cause: error,
  });
}

type ReasoningName = 'reasoning_content' | 'reasoning';

export type ChatPiece =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'reasoning'; readonly text: string };

/**
 * Reads a chat stream and assembles the completion that an unstreamed response would have.
 * @throws what `chatChunks` throws, an IncompleteAnswerError with the text so far; OutputError for an empty stream;
 * TooLargeError
 */
export async function readChatStream(
  response: HttpResponse,
  onPiece: (piece: ChatPiece) => void,
): Promise<unknown> {
  const { token } = response;
  const pieces = { text: [] as string[], reasoning: [] as string[] };
  const redactors = { text: redactPieces(token), reasoning: redactPieces(token) };
  const toolCalls = createToolCalls(response);
  let reasoningName: ReasoningName = 'reasoning_content';
  let head: ChatChunk = {};
  let finishReason: string | null = null;
  let hasAnswer = false;
  let usage: ChatChunk['usage'];
  const emit = (type: ChatPiece['type'], text: string) => {
    if (text === '') return;
    pieces[type].push(text);
    onPiece({ type, text });
  };
  const emitRest = () => {
    emit('reasoning', redactors.reasoning.end());
    emit('text', redactors.text.end());
  };
  const take = (chunk: ChatChunk): ChatDelta => {
    if (head.id === undefined && typeof chunk.id === 'string') head = chunk;
    usage = chunk.usage ?? usage;
    finishReason = finishReasonIn(chunk) ?? finishReason;
    const choice = choiceIn(chunk);
    hasAnswer ||= choice !== undefined;
    const delta = choice?.delta ?? {};
    if (delta.tool_calls) toolCalls.add(delta.tool_calls);
    if (delta.reasoning) reasoningName = 'reasoning';
    return delta;
  };
  try {
    for await (const chunks of chatChunks(response)) {
      const deltas = chunks.map(take);
      emit('reasoning', redactors.reasoning.next(deltas.map(reasoningIn).join('')));
      emit('text', redactors.text.next(deltas.map(({ content }) => getText(content)).join('')));
    }
    emitRest();
  } catch (error) {
    emitRest();
    if (!(error instanceof IncompleteAnswerError)) throw error;
    throw new IncompleteAnswerError(error.message, pieces.text.join(''), error);
  }
  if (!hasAnswer) throw new OutputError('the stream contains no answer', response);
  const calls = toolCalls.all();
  const text = pieces.text.join('');
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(pieces.reasoning.length > 0 ? { [reasoningName]: pieces.reasoning.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: head.id ?? '',
    object: 'chat.completion',
    created: head.created ?? 0,
    model: head.model ?? '',
    ...(head.system_fingerprint ? { system_fingerprint: head.system_fingerprint } : {}),
    choices: [{ index: 0, message, finish_reason: finishReason }],
    ...(usage && !isTooDeep(usage) ? { usage } : {}),
  };
}

/** Servers with both names send the same text twice. */
function reasoningIn({ reasoning_content, reasoning }: ChatDelta): string {
  return getText(reasoning_content) || getText(reasoning);
}

function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
