import type { Answer } from './answer.ts';
import { retryAfterOf } from './failed-answer.ts';
import type { AnswerHeaders } from './transport.ts';
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
