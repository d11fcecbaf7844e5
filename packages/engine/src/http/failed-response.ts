import { CanceledError } from '../errors/index.ts';
import { attempt, isRecord, mapStrings, redact } from '../text/index.ts';
import { limits, type HttpResponse } from './response.ts';
import { reasonIn, withoutFraming } from './reported-error.ts';

/** The redacted body of a failed response. */
export interface FailureBody {
  readonly json?: unknown;
  /** The server's error message; undefined for HTML and empty bodies. */
  readonly reason?: string | undefined;
  readonly text: string;
}

/**
 * Reads the body of a failed response: JSON or text of any content type. An incomplete body counts as empty.
 * @throws CanceledError
 */
export async function readFailureBody(response: HttpResponse): Promise<FailureBody> {
  const redacted = (text: string) => redact(text, response.token);
  const body = await response.beginning(limits.error).catch((error: unknown) => {
    if (error instanceof CanceledError) throw error;
    return '';
  });
  const text = redacted(body);
  const type = response.contentType;
  const json = attempt(() => mapStrings(JSON.parse(withoutFraming(body)), redacted));
  const reason = reasonIn(isRecord(json) || /\bjson\b/i.test(type) ? json : undefined);
  if (json !== undefined && (reason !== undefined || /\bjson\b/i.test(type))) return { json, reason, text };
  const isReadable = /^text\/plain/i.test(type) || !unreadable.test(text);
  return { text, reason: isReadable && text.trim() !== '' ? text.trim() : undefined };
}

/** HTML, XML, and bytes that are not text. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const unreadable = /^\s*<|[\u0000-\u0008\ufffd]/;
