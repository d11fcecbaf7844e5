import type { HttpResponse } from './response.ts';

/** Seconds: a day. */
const MAX_WAIT = 24 * 60 * 60;

/** A server's wait in seconds; undefined if it is invalid or longer than a day. */
export function plausibleWait(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_WAIT ? seconds : undefined;
}

/** Seconds from `Retry-After` (seconds or a date, RFC 9110), or from `t` of the Hub's `RateLimit`. */
export function readRetryAfter(headers: HttpResponse['headers'], now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim();
  const date = header ? Date.parse(header) : Number.NaN;
  const reset = /\bt=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (header && /^\d+$/.test(header)) return Number(header);
  if (!Number.isNaN(date)) return Math.max(Math.ceil((date - now) / 1000), 0);
  return reset === undefined ? undefined : Number(reset);
}

/** The same, without waits of more than a day. */
export function getRetryAfter(headers: HttpResponse['headers'], now?: number): number | undefined {
  return plausibleWait(readRetryAfter(headers, now));
}

/** The next step for each status; SETTINGS are those of the account on the hub. */
const hints: Record<number, string> = {
  400: 'Check the input and the parameters.',
  401: 'Sign in again: the token is missing, mistyped or expired. See SETTINGS/tokens.',
  402: 'Your free credits are used up; buy more at SETTINGS/billing, or bill an organization that has credits.',
  403: 'The token needs permission to call Inference Providers; change it at SETTINGS/tokens.',
  404: 'Check the name; the repository may be private, or have no provider.',
  408: 'The server timed out; try again.',
  413: 'The input is too large for this model; try a smaller one.',
  415: 'The model does not support this kind of file; try another format.',
  422: 'The model could not process this input; check the parameters.',
  424: 'The model could not be loaded; try another model.',
  500: 'The model failed on this input; try another input or model.',
  501: 'The server does not support this; try another provider.',
  502: 'The gateway got an invalid response from the model; try again in a moment.',
  503: 'The model is not ready; try again in a minute.',
  504: 'The model took too long; try a smaller input, or try again later.',
};

/** @param modelPage the page of the model that the request is for */
export function hintForResponse(
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  hubUrl: string,
  modelPage?: string,
): string {
  if (isGated(headers))
    return modelPage === undefined
      ? "Accept the model's conditions on its page, then try again."
      : `Request access at ${modelPage}, then try again.`;
  const retryAfter = getRetryAfter(headers);
  if (status === 429) {
    return retryAfter === undefined
      ? 'Too many requests: wait a minute, then try again.'
      : `Try again in ${retryAfter} s.`;
  }
  if (status === 503 && retryAfter !== undefined)
    return `The model is not ready; try again in ${retryAfter} s.`;
  const hint =
    hints[status] ??
    (status >= 500 ? 'The server failed; try again later.' : 'The server refused the request.');
  return hint.replace('SETTINGS', () => `${hubUrl}/settings`);
}

export function isGated(headers: HttpResponse['headers']): boolean {
  return headers.get('x-error-code') === 'GatedRepo';
}
