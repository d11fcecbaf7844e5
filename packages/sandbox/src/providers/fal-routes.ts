import type { ModelDefinition, TaskId } from '../define-model.ts';
import type { HubModel } from '../hub/registry.ts';
import { countRun, findByProviderId, responseHeaders, runDefinition } from '../inference/run.ts';
import type { Payload } from '../inference/task-inputs.ts';
import type { Exchange, SandboxState } from '../server/exchange.ts';
import { HttpError, parseJsonObject, readBody, requireToken, sendBytes, sendJson } from '../server/http.ts';
import type { FalJob } from './fal-store.ts';

/** The field of fal's payload for the Hub's `inputs`. */
const inputFields: Readonly<Partial<Record<TaskId, string>>> = {
  'automatic-speech-recognition': 'audio_url',
  'image-to-image': 'image_url',
  'text-to-image': 'prompt',
  'text-to-speech': 'text',
};

function falError(field: readonly string[], message: string, type = 'value_error'): HttpError {
  return new HttpError(422, { detail: [{ loc: ['body', ...field], msg: message, type }] });
}

/** A 400 error in fal's format, with the request's field names; other errors unchanged. */
function toFalError(error: unknown, inputField?: string): unknown {
  if (!(error instanceof HttpError) || error.status !== 400) return error;
  const field = /`parameters\.([\w.]+)`/.exec(error.message)?.[1] ?? inputField;
  const message = error.message
    .replaceAll(/`inputs\b/g, `\`${inputField ?? 'inputs'}`)
    .replaceAll('`parameters.', '`');
  return falError(field?.split('.') ?? [], message);
}

/** Converts fal's payload, which has the parameters next to the input, to the Hub's. */
function toPayload(field: string, body: Readonly<Record<string, unknown>>): Payload {
  const { [field]: inputs, image_urls: _copies, ...parameters } = body;
  if (typeof inputs === 'string') return { inputs, parameters };
  const isMissing = inputs === undefined || inputs === null;
  throw isMissing
    ? falError([field], 'field required', 'value_error.missing')
    : falError([field], 'str type expected', 'type_error.str');
}

async function run(
  sandbox: SandboxState,
  model: HubModel,
  definition: ModelDefinition,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const field = inputFields[definition.task] ?? 'prompt';
  const answer = await runDefinition(definition, toPayload(field, body), signal).catch((error: unknown) => {
    throw toFalError(error, field);
  });
  countRun(model.row);
  if ('json' in answer) return { ...(answer.json as { text: string }), chunks: [] };
  const { contentType } = answer.file;
  const url = `${sandbox.hubUrl}/files/${sandbox.files.add(answer.file)}`;
  const file = { url, content_type: contentType };
  return contentType.startsWith('image/') ? { images: [file], prompt: body.prompt } : { audio: file };
}

function describe({ id, status, responseUrl }: FalJob): unknown {
  return {
    request_id: id,
    status,
    response_url: responseUrl,
    status_url: `${responseUrl}/status`,
    cancel_url: `${responseUrl}/cancel`,
  };
}

function requireJob(job: FalJob | undefined): FalJob {
  if (job) return job;
  throw new HttpError(404, { detail: 'Request not found' });
}

/** `POST /fal-ai/{id}`: adds the run to the queue with `_subdomain=queue`, otherwise answers at once. */
export async function falSubmit(exchange: Exchange): Promise<void> {
  const { request, response, url, parts, sandbox } = exchange;
  requireToken(request);
  const providerId = parts.providerId ?? '';
  const model = findByProviderId(exchange, 'fal-ai', providerId);
  const definition = model?.definition;
  if (!definition) throw new HttpError(404, { detail: `Application ${providerId} not found` });
  const bytes = await readBody(request, sandbox.bodyLimit);
  let body: Record<string, unknown>;
  try {
    body = parseJsonObject(bytes);
  } catch (error) {
    throw toFalError(error);
  }
  const headers = responseHeaders(request, 'fal-ai');
  if (url.searchParams.get('_subdomain') !== 'queue') {
    return sendJson(response, await run(sandbox, model, definition, body, exchange.signal), 200, headers);
  }
  const job = sandbox.queue.submit(
    (id) => `${sandbox.inferenceUrl}/fal-ai/${providerId}/requests/${id}`,
    () => run(sandbox, model, definition, body, new AbortController().signal),
  );
  sendJson(response, describe(job), 200, headers);
}

/** `GET …/requests/{id}/status` */
export function falStatus({ request, response, parts, sandbox }: Exchange): void {
  requireToken(request);
  const job = requireJob(sandbox.queue.check(parts.request ?? ''));
  const status = job.status === 'COMPLETED' ? 200 : 202;
  sendJson(response, describe(job), status, responseHeaders(request, 'fal-ai'));
}

/** `GET …/requests/{id}` */
export function falResult({ request, response, parts, sandbox }: Exchange): void {
  requireToken(request);
  const job = requireJob(sandbox.queue.find(parts.request ?? ''));
  if (job.status !== 'COMPLETED') throw new HttpError(400, { detail: 'Request is still in progress' });
  if (job.failure !== undefined) throw job.failure;
  sendJson(response, job.result, 200, responseHeaders(request, 'fal-ai'));
}

/** `GET /files/{name}` */
export function falFile({ sandbox, parts, response }: Exchange): void {
  const file = sandbox.files.find(parts.file ?? '');
  if (!file) throw new HttpError(404, 'The file does not exist or has expired.');
  sendBytes(response, file.bytes, file.contentType);
}
