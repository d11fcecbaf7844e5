import { InferenceError } from '../errors/index.ts';
import {
  hintForAnswer,
  readFailureBody,
  retryAfterOf,
  type Answer,
  type FailureBody,
} from '../http/index.ts';
import type { InferenceRequest } from './inference-request.ts';

/** Statuses with which servers say that a model has no chat (specification, section 8). */
const noChat = new Set([400, 404, 422, 500]);
const SAID_AT_MOST = 200;

/** The error for a failed inference answer, in the specification's words (section 8). */
export async function inferenceError(request: InferenceRequest, answer: Answer): Promise<InferenceError> {
  return errorFromBody(request, answer, await readFailureBody(answer));
}

/** The same for a body that was read already. */
export function errorFromBody(request: InferenceRequest, answer: Answer, body: FailureBody): InferenceError {
  const { status, url, requestId, token, headers } = answer;
  const retryAfter = retryAfterOf(headers);
  const hint = hintForAnswer(answer);
  return new InferenceError(messageOf(request, status, body), {
    status,
    url,
    requestId,
    token,
    data: body.json ?? { message: body.text },
    retryAfter,
    hint: saidByText(body) + hint,
  });
}

function messageOf(request: InferenceRequest, status: number, { json, reason }: FailureBody): string {
  if (json !== undefined && reason !== undefined) {
    if (!request.conversation || !noChat.has(status)) return reason;
    return `Server ${request.model ?? request.url} does not seem to support chat completion. Error: ${reason}`;
  }
  return request.stream
    ? `Server response contains error: ${status}`
    : 'An error occurred while fetching the blob';
}

/** The message for bodies that are not JSON is fixed; what they say comes with the hint. */
function saidByText({ json, reason }: FailureBody): string {
  return json === undefined && reason ? `The server said: ${reason.slice(0, SAID_AT_MOST)}. ` : '';
}
