import { HubApiError } from '../errors/index.ts';
import { hintForAnswer, readFailureBody, retryAfterOf, type Answer } from '../http/index.ts';

/**
 * The error for a failed answer of the Hub (specification, section 8): the JSON's error or message, or the text, with
 * URL and request id appended; `Api error with status {code}` where there is none.
 */
export async function hubApiError(answer: Answer): Promise<HubApiError> {
  const { status, url, requestId, token, headers } = answer;
  const { json, reason, text } = await readFailureBody(answer);
  const retryAfter = retryAfterOf(headers);
  const trailer = [`URL: ${url}`, ...(requestId ? [`Request ID: ${requestId}`] : [])].join('. ');
  const message = `${reason ?? `Api error with status ${status}`}. ${trailer}`;
  return new HubApiError(message, {
    status,
    url,
    requestId,
    token,
    data: json ?? { message: text },
    retryAfter,
    hint: status >= 500 ? hintForTrouble(retryAfter) : hintForAnswer(answer),
  });
}

/** The next step when the Hub itself has failed: neither the input nor the model is to blame. */
function hintForTrouble(retryAfter: number | undefined): string {
  return `The Hub has trouble; try again in ${retryAfter === undefined ? 'a moment' : `${retryAfter} s`}.`;
}
