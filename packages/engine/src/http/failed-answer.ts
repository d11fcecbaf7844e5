import { CanceledError } from '../errors/index.ts';
import { mapStrings, redactor } from '../text/index.ts';
import { limits, type Answer } from './answer.ts';
import { shortJson } from './parse-json.ts';
import type { AnswerHeaders } from './transport.ts';

/** The body of a failed answer, read as far as a person could want it, redacted. */
export interface FailureBody {
  /** The parsed JSON, where it was JSON. */
  readonly json?: unknown;
  /** The reason that the server gives, in its own words; undefined for pages and empty bodies. */
  readonly reason?: string;
  /** The body as text. */
  readonly text: string;
}

/**
 * Reads the body of a failed answer: JSON, problem+json, or text. A body that breaks off counts as empty: the status
 * says more than the way its explanation was lost.
 * @throws CanceledError
 */
export async function readFailureBody(answer: Answer): Promise<FailureBody> {
  const redact = redactor(answer.token);
  const body = await answer.beginning(limits.error).catch(emptyUnlessCanceled);
  const text = redact(body);
  const type = answer.headers.get('content-type') ?? '';
  if (/\bjson\b/i.test(type)) {
    const json = mapStrings(parsed(body), redact);
    if (json !== undefined) return { json, reason: reasonIn(json), text };
  }
  return { text, reason: /^text\/plain/i.test(type) && text.trim() !== '' ? text.trim() : undefined };
}

function emptyUnlessCanceled(error: unknown): string {
  if (error instanceof CanceledError) throw error;
  return '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Names under which servers give their reason, best first (Hub, OpenAI's shape, problem+json, FastAPI). */
const reasonNames = ['error', 'message', 'detail', 'error_description', 'title', 'errors'] as const;

function reasonIn(json: unknown): string | undefined {
  if (typeof json === 'string') return json;
  if (typeof json !== 'object' || json === null) return undefined;
  const fields = json as Record<string, unknown>;
  for (const name of reasonNames) {
    const value = fields[name];
    const entries: unknown[] = Array.isArray(value) ? value : [value];
    const found = entries.map(messageIn).filter(Boolean).join('; ');
    if (found) return found;
  }
  return undefined;
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { message, msg } = value as Record<string, unknown>;
  if (typeof message === 'string') return message;
  return typeof msg === 'string' ? msg : shortJson(value);
}

/** Seconds: a day. Longer waits are mistakes or attacks. */
const MAX_WAIT = 24 * 60 * 60;

/** A wait in seconds that a server asks for; undefined where no user could wait that long. */
export function plausibleWait(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_WAIT ? seconds : undefined;
}

/**
 * Seconds until a server wants to be asked again: `Retry-After` (seconds or a date, RFC 9110), else the reset time `t`
 * of the Hub's `RateLimit` header. Waits of more than a day are ignored.
 */
export function retryAfterOf(headers: AnswerHeaders, now = Date.now()): number | undefined {
  const given = headers.get('retry-after')?.trim();
  if (given && /^\d+$/.test(given)) return plausibleWait(Number(given));
  const date = given ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(date)) return plausibleWait(Math.max(Math.ceil((date - now) / 1000), 0));
  const reset = /\bt=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return reset === undefined ? undefined : plausibleWait(Number(reset));
}
