import { CanceledError } from '../errors/index.ts';
import { mapStrings, redactor } from '../text/index.ts';
import { type Answer, limits } from './answer.ts';
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

/** What a person can do after each status, one sentence each (F42). */
const hints: Record<number, string> = {
  400: 'The server could not use the input or a parameter; check both.',
  401: 'Sign in again: the token is missing, mistyped or expired.',
  402: 'The free credits are used up; buy some, or bill an organization that has some.',
  403: 'The token may not do this; it needs the permission to call Inference Providers.',
  404: 'Check the name; the repository may also be private, or served by nobody.',
  408: 'The server gave up waiting; try again.',
  413: 'The input is too large for this model; try a smaller one.',
  415: 'The model does not take this kind of file; try another format.',
  422: 'The model does not understand this input; check the parameters.',
  424: 'The model could not be loaded; try another model.',
  500: 'The model failed on this input; try another input or model.',
  501: 'The server cannot do this; try another provider.',
  502: 'The server in front of the model got no good answer; try again in a moment.',
  503: 'The model is not ready; try again in a minute.',
  504: 'The model took too long; try a smaller input, or again later.',
};

/** The next step after a failed answer, by its status and headers. */
export function hintForAnswer({ status, headers }: Pick<Answer, 'status' | 'headers'>): string {
  if (isGated(headers)) return "Accept the model's conditions on its page, then try again.";
  return hintForStatus(status, retryAfterOf(headers));
}

function hintForStatus(status: number, retryAfter?: number): string {
  if (status === 429) {
    return retryAfter === undefined
      ? 'Too many requests: wait a minute, then try again.'
      : `Try again in ${retryAfter} s.`;
  }
  if (status === 503 && retryAfter !== undefined)
    return `The model is not ready; try again in ${retryAfter} s.`;
  return (
    hints[status] ??
    (status >= 500 ? 'The server failed; try again later.' : 'The server refused the request.')
  );
}

/** Gated repositories answer 401 or 403 with this code in `X-Error-Code`. */
const GATED_CODE = 'GatedRepo';

/** Whether a refusal is for want of an accepted agreement rather than of a token. */
export function isGated(headers: AnswerHeaders): boolean {
  return headers.get('x-error-code') === GATED_CODE;
}
