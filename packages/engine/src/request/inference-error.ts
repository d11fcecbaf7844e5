import { InferenceError } from '../errors/index.ts';
import {
  hintForResponse,
  readFailureBody,
  failureOptions,
  type HttpResponse,
  type Connection,
  type FailureBody,
} from '../http/index.ts';
import { isModelId, modelPath } from '../hub/index.ts';
import type { InferenceRequest } from './inference-request.ts';

/** Statuses for models without chat support (specification, section 8). */
const noChat = new Set([400, 404, 422, 500]);
const MAX_QUOTED = 200;

/**
 * The error for a failed response, with the message of the specification, section 8.
 * @param alreadyRead the body, unless it still has to be read
 */
export async function inferenceError(
  request: InferenceRequest,
  response: HttpResponse,
  { hubUrl }: Pick<Connection, 'hubUrl'>,
  alreadyRead?: FailureBody,
): Promise<InferenceError> {
  const body = alreadyRead ?? (await readFailureBody(response));
  const { model } = request.run.route;
  const page = model !== undefined && isModelId(model) ? `${hubUrl}/${modelPath(model)}` : undefined;
  const hint = hintForResponse(response, hubUrl, page);
  return new InferenceError(getMessage(request, response.status, body), {
    ...failureOptions(response, body),
    hint: bodyExcerpt(body) + hint,
  });
}

function getMessage({ wire, run }: InferenceRequest, status: number, { json, reason }: FailureBody): string {
  if (json !== undefined && reason !== undefined) {
    if (!run.route.conversation || !noChat.has(status)) return reason;
    return `Server ${run.route.model ?? wire.url} does not seem to support chat completion. Error: ${reason}`;
  }
  return run.stream
    ? `Server response contains error: ${status}`
    : 'An error occurred while fetching the blob';
}

/** The message for bodies that are not JSON is fixed, so the hint quotes them. */
function bodyExcerpt({ json, reason }: FailureBody): string {
  return json === undefined && reason ? `The server responded: ${reason.slice(0, MAX_QUOTED)}. ` : '';
}
