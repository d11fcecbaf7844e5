import { randomUUID } from 'node:crypto';
import type { MediaFile, ModelDefinition, TaskId } from '../define-model.ts';
import {
  readJsonBody,
  setNewest,
  type Exchange,
  type HubModel,
  type Route,
  type SandboxState,
} from '../exchange/exchange.ts';
import type { FalJob } from './state.ts';
import { HttpError, requireToken, sendBytes, sendJson } from '../exchange/http.ts';
import { countRun, findByProviderId, responseHeaders, runDefinition } from '../inference/run.ts';

/** Runs before a new one of a model that generates videos. */
const videoPosition = 2;

/** Of jobs and of files; the oldest are dropped. */
const maxEntries = 50;

/** The field of fal's payload for the Hub's `inputs`. */
const inputFields: Readonly<Partial<Record<TaskId, string>>> = {
  'automatic-speech-recognition': 'audio_url',
  'image-to-image': 'image_url',
  'image-to-video': 'image_url',
  'image-text-to-image': 'image_url',
  'image-text-to-video': 'image_url',
  'text-to-image': 'prompt',
  'text-to-speech': 'text',
};

/** Stores a generated file, which is fetched by URL without a token. */
function addFile({ testing, hubUrl }: SandboxState, file: MediaFile): string {
  const ending = { 'image/png': 'png', 'video/webm': 'webm' }[file.contentType] ?? 'wav';
  const name = `${randomUUID()}.${ending}`;
  setNewest(testing.files, name, file, maxEntries);
  return `${hubUrl}/files/${name}`;
}

/** Runs a model with fal's payload, which has the parameters next to the input, and answers in fal's format. */
async function runFal(
  sandbox: SandboxState,
  { row }: HubModel,
  definition: ModelDefinition,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<unknown> {
  const field = inputFields[definition.task] ?? 'prompt';
  const { [field]: inputs, ...parameters } = body;
  const answer = await runDefinition(definition, { inputs, parameters }, signal).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    const name = /`parameters\.([\w.]+)`/.exec(error.message)?.[1] ?? field;
    throw new HttpError(422, { detail: [{ loc: ['body', name], msg: error.message, type: 'value_error' }] });
  });
  countRun(row);
  if ('json' in answer) return { ...(answer.json as { text: string }), chunks: [] };
  const file = { url: addFile(sandbox, answer.file), content_type: answer.file.contentType };
  if (file.content_type.startsWith('image/')) return { images: [file], prompt: body.prompt };
  return file.content_type.startsWith('video/') ? { video: file } : { audio: file };
}

/** The URL of a job that is `response_url` in fal's answers, and its status. */
function describe(url: string, id: string, { status, position }: FalJob) {
  return {
    request_id: id,
    status,
    ...(status === 'IN_QUEUE' && { queue_position: position }),
    response_url: url,
    status_url: `${url}/status`,
    cancel_url: `${url}/cancel`,
  };
}

function findJob({ request, parts, sandbox }: Exchange): FalJob {
  requireToken(request);
  const job = sandbox.testing.falJobs.get(parts.request ?? '');
  if (job) return job;
  throw new HttpError(404, { detail: 'Request not found' });
}

/** `POST /fal-ai/{id}`: adds the run to the queue with `_subdomain=queue`, otherwise answers at once. */
async function submitFalJob(exchange: Exchange): Promise<void> {
  const { request, response, url, parts, sandbox } = exchange;
  requireToken(request);
  const providerId = parts.providerId ?? '';
  const model = findByProviderId(exchange, 'fal-ai', providerId);
  const definition = model?.definition;
  if (!definition) throw new HttpError(404, { detail: `Application ${providerId} not found` });
  const body = await readJsonBody(exchange);
  const headers = responseHeaders(request, 'fal-ai');
  const run = (signal: AbortSignal) => runFal(sandbox, model, definition, body, signal);
  if (url.searchParams.get('_subdomain') !== 'queue') {
    return sendJson(response, await run(exchange.signal), 200, headers);
  }
  const id = randomUUID();
  const position = definition.task.endsWith('-to-video') ? videoPosition : 0;
  const job: FalJob = { status: 'IN_QUEUE', position, controller: new AbortController(), run };
  setNewest(sandbox.testing.falJobs, id, job, maxEntries);
  const jobUrl = `${sandbox.inferenceUrl}/fal-ai/${providerId}/requests/${id}`;
  sendJson(response, describe(jobUrl, id, job), 200, headers);
}

async function start(job: FalJob): Promise<void> {
  job.status = 'IN_PROGRESS';
  try {
    job.result = await job.run(job.controller.signal);
  } catch (error) {
    job.failure = error;
  }
  job.status = 'COMPLETED';
}

/** `GET …/requests/{id}/status` */
function sendFalStatus(exchange: Exchange): void {
  const { request, response, url, parts, sandbox } = exchange;
  const job = findJob(exchange);
  if (job.status === 'IN_QUEUE' && job.position === 0) void start(job);
  else job.position -= 1;
  const jobUrl = sandbox.hubUrl + url.pathname.replace(/\/status$/, '');
  const status = job.status === 'COMPLETED' ? 200 : 202;
  sendJson(response, describe(jobUrl, parts.request ?? '', job), status, responseHeaders(request, 'fal-ai'));
}

/** `PUT …/requests/{id}/cancel` */
function cancelFalJob(exchange: Exchange): void {
  const { request, response } = exchange;
  const job = findJob(exchange);
  const isDone = job.status === 'COMPLETED';
  job.controller.abort();
  if (job.status === 'IN_QUEUE') job.status = 'COMPLETED';
  job.failure ??= isDone ? undefined : new HttpError(400, { detail: 'Request was cancelled' });
  const status = isDone ? 'ALREADY_COMPLETED' : 'CANCELLATION_REQUESTED';
  sendJson(response, { status }, isDone ? 400 : 202, responseHeaders(request, 'fal-ai'));
}

/** `GET …/requests/{id}` */
function sendFalResult(exchange: Exchange): void {
  const job = findJob(exchange);
  if (job.status !== 'COMPLETED') throw new HttpError(400, { detail: 'Request is still in progress' });
  if (job.failure !== undefined) throw job.failure;
  sendJson(exchange.response, job.result, 200, responseHeaders(exchange.request, 'fal-ai'));
}

/** `GET /files/{name}` */
function sendFalFile({ sandbox, parts, response }: Exchange): void {
  const file = sandbox.testing.files.get(parts.file ?? '');
  if (!file) throw new HttpError(404, 'The file does not exist or has expired.');
  sendBytes(response, file.bytes, file.contentType);
}

const requests = '/inference/fal-ai/.+/requests/(?<request>[^/]+)';

export const falRoutes: readonly Route[] = [
  { method: 'GET', path: new RegExp(`^${requests}/status$`), handler: sendFalStatus },
  { method: 'GET', path: new RegExp(`^${requests}$`), handler: sendFalResult },
  { method: 'PUT', path: new RegExp(`^${requests}/cancel$`), handler: cancelFalJob },
  { method: 'POST', path: /^\/inference\/fal-ai\/(?<providerId>.+)$/, handler: submitFalJob },
  { method: 'GET', path: /^\/files\/(?<file>[^/]+)$/, handler: sendFalFile },
];
