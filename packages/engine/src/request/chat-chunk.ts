import { OutputError, StreamError, TooLargeError } from '../errors/index.ts';
import { MAX_DEPTH, isTooDeep } from '../fields/index.ts';
import {
  findReportedError,
  parseServerJson,
  readReportedError,
  reportedOptions,
  withoutFraming,
  type ReportedError,
  type ResponseSource,
} from '../http/index.ts';
import { isRecord } from '../text/index.ts';

/** A chat completion or one event of its stream, not validated. */
export type ChatChunk = Readonly<Record<string, unknown>>;

/** The choices of a chunk; usage events have none. */
export function choicesIn(chunk: unknown): readonly unknown[] {
  const choices = isRecord(chunk) ? chunk['choices'] : undefined;
  return Array.isArray(choices) ? choices : [];
}

/** Some servers send an empty reason in every event. */
export function finishReasonIn(choice: unknown): string | undefined {
  const reason = isRecord(choice) ? choice['finish_reason'] : undefined;
  return typeof reason === 'string' && reason.trim() !== '' ? reason : undefined;
}

const failedEnd = /error|abort|cancel|fail|insufficient/i;

/** The error in a completion or a stream event: its own, or that of a choice or message. */
export function findChatError(chunk: unknown): ReportedError | undefined {
  const chunkError = findReportedError(chunk);
  if (chunkError) return chunkError;
  for (const choice of choicesIn(chunk)) {
    if (!isRecord(choice)) continue;
    const choiceError =
      findReportedError(choice) ?? findReportedError(choice['delta']) ?? findReportedError(choice['message']);
    if (choiceError) return choiceError;
    const reason = finishReasonIn(choice);
    if (reason !== undefined && failedEnd.test(reason))
      return { reason: `The server ended the answer early (finish_reason: ${reason})`, code: undefined };
  }
  return undefined;
}

export function streamError(reported: ReportedError, from: ResponseSource): StreamError {
  return new StreamError(reported.reason, reportedOptions(reported, from));
}

/** Comments that some servers send as data, also as JSON. */
const keepalive = /^(?:["[\s]{0,9}(?:ping|pong|keep-?alive|heartbeat)?["\]\s]{0,9}|:.*)$/is;

const done = /^["'\s]*\[DONE\]["'\s]*$/i;

/** What an event of a stream contains: the end, a part of the answer, an error, or nothing. */
export interface ReadEvent {
  readonly isDone?: boolean;
  readonly chunk?: ChatChunk | undefined;
  readonly failure?: Error;
}

/** Reads the data of an event. An event may contain text and an error. */
export function readEvent(data: string, event: string | undefined, from: ResponseSource): ReadEvent {
  const isJson = data.startsWith('{');
  const text = isJson ? data : withoutFraming(data);
  const isError = event === 'error' || (!isJson && /^\s*error:/i.test(data));
  if ((!isJson && keepalive.test(text)) || (event !== undefined && keepalive.test(event))) return {};
  if (!isJson && done.test(text)) return { isDone: true };
  let parsed: unknown;
  try {
    parsed = parseServerJson(text, from);
  } catch (error) {
    if (error instanceof TooLargeError) return { failure: error };
    if (isError) return { failure: streamError(readReportedError(text), from) };
    return { failure: new OutputError('a stream event is not valid JSON', from) };
  }
  const isMessage = isRecord(parsed) && !('choices' in parsed) && hasReason(parsed);
  const reported = isError || isMessage ? readReportedError(parsed) : findChatError(parsed);
  const chunk = isRecord(parsed) && !Array.isArray(parsed) ? parsed : undefined;
  // Short events, as nearly all are, cannot be too deep for recursive functions.
  const isDeep = text.length > 4 * MAX_DEPTH && isTooDeep(chunk?.['choices']);
  if (reported) return { chunk: isDeep ? undefined : chunk, failure: streamError(reported, from) };
  if (!chunk) return { failure: new OutputError('a stream event is not an object', from) };
  return isDeep ? { failure: new OutputError('a stream event is nested too deeply', from) } : { chunk };
}

/** Whether an event without choices explains a failure. */
function hasReason({ message, detail }: ChatChunk): boolean {
  return (typeof message === 'string' && message !== '') || (detail !== undefined && detail !== null);
}
