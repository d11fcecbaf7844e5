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
import {
  explain,
  findReasonInText,
  limits,
  parseServerJson,
  readReportedError,
  withReceived,
  type HttpResponse,
  type ResponseSource,
} from '../http/index.ts';
import { thinkingReader, type ThinkingPiece } from '../results/index.ts';
import { attempt, mapStrings, redactPieces } from '../text/index.ts';
import { createAssembly, readEvent, streamError, type ChatChunk } from './chat-completion.ts';

/** Characters. */
const MAX_EVENT_LENGTH = 4 * 1024 * 1024;
const MAX_STREAM_LENGTH = 64 * 1024 * 1024;

/** Text outside the framing of a stream. */
const MAX_UNFRAMED_LENGTH = 64 * 1024;

/**
 * The events of a chat stream in batches, until `[DONE]` or until the stream ends after a finish reason.
 * @param isFinished whether all choices have a finish reason
 * @throws StreamError (not a stream, or an error event), OutputError (an event that is not a JSON object),
 * TooLargeError, IncompleteAnswerError (with an empty `partial`), and what `send` throws
 */
async function* chatChunks(
  response: HttpResponse,
  isFinished: () => boolean,
): AsyncGenerator<readonly ChatChunk[], void, void> {
  await requireEventStream(response);
  let batch: ChatChunk[] = [];
  let isDone = false;
  let failure: Error | undefined;
  let unframed = '';
  const take = (data: string, event?: string) => {
    if (isDone || failure) return;
    const read = readEvent(data, event, response);
    isDone = read.isDone === true;
    failure = read.failure;
    if (read.chunk) batch.push(read.chunk);
  };
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event, data }) => take(data, event),
    onError({ type, line = '' }) {
      if (type === 'max-buffer-size-exceeded')
        failure ??= new TooLargeError('A stream event is too large', response);
      else if (isComplete(line, response)) take(line);
      else unframed += `${line}\n`;
      if (unframed.length > MAX_UNFRAMED_LENGTH)
        failure ??= new OutputError('the stream is not in the format of events', response);
    },
  });
  const feed = (text: string): readonly ChatChunk[] => {
    batch = [];
    parser.feed(text);
    return batch;
  };
  const decoder = new TextDecoder();
  let length = 0;
  let interruption: unknown;
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
    interruption = error;
  }
  // The last event may lack its blank line.
  if (!failure) yield feed('\n\n');
  if (failure instanceof StreamError) throw failure;
  if (isDone) return;
  if (interruption) return throwUnlessOver(interruption, isFinished(), response);
  if (isFinished()) return;
  const text = unframed.trim();
  if (text !== '') throw streamError(findReasonInText(text, response) ?? readReportedError(text), response);
  throw new IncompleteAnswerError('The stream ended before the answer was complete', '', response);
}

/** Whether a line that is not part of an event is an error or JSON. */
function isComplete(line: string, from: ResponseSource): boolean {
  const isJson = /^\s*[[{]/.test(line) && attempt(() => parseServerJson(line, from)) !== undefined;
  return isJson || /^\s*error:/i.test(line);
}

/** Seconds to wait for the reason of a response that is not a stream. */
const MAX_REASON_WAIT = 2;

async function requireEventStream(response: HttpResponse): Promise<void> {
  const type = response.contentType || 'no content type';
  if (/^text\/event-stream\b/i.test(type)) return;
  const body = await response.beginning(limits.error, MAX_REASON_WAIT);
  const message = `Server does not support event stream content type, it returned ${type}`;
  const options = { ...response, hint: 'Try again without streaming.' };
  const reason = findReasonInText(body, response);
  // A whole answer that was not asked for was paid for, too.
  throw new StreamError(...explain(message, reason, reason ? options : withReceived(options, body)));
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

/** What a stream adds to the answer; see {@link ThinkingPiece}. */
export type ChatPiece = ThinkingPiece;

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
  const redactors = { text: redactPieces(token), reasoning: redactPieces(token) };
  /** What the events that were just received add. */
  let added = { text: '', reasoning: '' };
  const assembly = createAssembly(response, (part) => {
    if (part.type === 'text' || part.type === 'reasoning') added[part.type] += part.text;
  });
  const thinking = thinkingReader();
  let partial: string[] = [];
  const emit = (piece: ChatPiece) => {
    if (piece.type === 'restart') partial = [];
    if (piece.type === 'text') partial.push(piece.text);
    if (piece.type === 'restart' || piece.text !== '') onPiece(piece);
  };
  const emitAdded = () => {
    const { text, reasoning } = added;
    added = { text: '', reasoning: '' };
    emit({ type: 'reasoning', text: redactors.reasoning.next(reasoning) });
    thinking.next(redactors.text.next(text)).forEach(emit);
  };
  const emitRest = () => {
    emit({ type: 'reasoning', text: redactors.reasoning.end() });
    [...thinking.next(redactors.text.end()), ...thinking.end()].forEach(emit);
  };
  try {
    for await (const chunks of chatChunks(response, assembly.isFinished)) {
      chunks.forEach(assembly.take);
      emitAdded();
    }
    assembly.end();
    emitAdded();
    emitRest();
  } catch (error) {
    emitRest();
    if (!(error instanceof IncompleteAnswerError)) throw error;
    throw new IncompleteAnswerError(error.message, partial.join(''), error);
  }
  if (!assembly.hasAnswer()) throw new OutputError('the stream contains no answer', response);
  // Also the start of a token at the end of a text.
  return mapStrings(assembly.completion(), (text) => {
    const redactor = redactPieces(token);
    return redactor.next(text) + redactor.end();
  });
}
