import type { ModelDefinition } from '../define-model.ts';
import type { HubModel } from '../hub/hub-model.ts';
import { answerHeaders, countRun } from '../inference/answer-headers.ts';
import { findByProviderId } from '../inference/find-served.ts';
import { runDefinition } from '../inference/run-definition.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { parseJsonObject, readBody } from '../server/read-body.ts';
import { sendJson } from '../server/respond.ts';
import { requireToken } from '../server/token.ts';
import { toFalError } from './fal-error.ts';
import { inputFieldOf, readFalPayload } from './fal-payload.ts';
import type { FalJob } from './fal-queue.ts';

interface FalRun {
  model: HubModel;
  definition: ModelDefinition;
  body: Record<string, unknown>;
  signal: AbortSignal;
}

async function run(sandbox: SandboxState, { model, definition, body, signal }: FalRun): Promise<unknown> {
  const payload = readFalPayload(definition.task, body);
  const answer = await runDefinition(definition, payload, signal).catch((error: unknown) => {
    throw toFalError(error, inputFieldOf(definition.task));
  });
  countRun(model.row);
  if ('json' in answer) return { ...(answer.json as { text: string }), chunks: [] };
  const { contentType } = answer.file;
  const file = {
    url: `${sandbox.hubUrl}/files/${sandbox.files.add(answer.file)}`,
    content_type: contentType,
  };
  return contentType.startsWith('image/') ? { images: [file], prompt: body['prompt'] } : { audio: file };
}

function describe(job: FalJob): unknown {
  return {
    request_id: job.id,
    status: job.status,
    response_url: job.responseUrl,
    status_url: `${job.responseUrl}/status`,
    cancel_url: `${job.responseUrl}/cancel`,
  };
}

function requireJob(job: FalJob | undefined): FalJob {
  if (job === undefined) throw new HttpError(404, { detail: 'Request not found' });
  return job;
}

function readJson(bytes: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(bytes);
  } catch (error) {
    throw toFalError(error);
  }
}

/**
 * `POST /fal-ai/{id}`: with `_subdomain=queue` the run is put into the queue, as its pictures are; else it is answered
 * at once, as speech is.
 */
export async function falSubmit(exchange: Exchange): Promise<void> {
  const { request, response, url, parts, sandbox } = exchange;
  requireToken(request);
  const providerId = parts['providerId'] ?? '';
  const model = findByProviderId(exchange, 'fal-ai', providerId)?.model;
  const definition = model?.definition;
  if (model === undefined || definition === undefined)
    throw new HttpError(404, { detail: `Application ${providerId} not found` });
  const bytes = await readBody(exchange);
  const body = readJson(bytes);
  const headers = answerHeaders(request, 'fal-ai');
  if (url.searchParams.get('_subdomain') !== 'queue') {
    sendJson(
      response,
      await run(sandbox, { model, definition, body, signal: exchange.signal }),
      200,
      headers,
    );
    return;
  }
  const { signal } = new AbortController();
  const job = sandbox.queue.submit((id) => `${sandbox.inferenceUrl}/fal-ai/${providerId}/requests/${id}`, {
    size: bytes.length,
    run: () => run(sandbox, { model, definition, body, signal }),
  });
  sendJson(response, describe(job), 200, headers);
}

/** `GET …/requests/{id}/status` */
export function falStatus({ request, response, parts, sandbox }: Exchange): void {
  requireToken(request);
  const job = requireJob(sandbox.queue.check(parts['request'] ?? ''));
  sendJson(response, describe(job), job.status === 'COMPLETED' ? 200 : 202, answerHeaders(request, 'fal-ai'));
}

/** `GET …/requests/{id}`: the result, once there is one. */
export function falResult({ request, response, parts, sandbox }: Exchange): void {
  requireToken(request);
  const job = requireJob(sandbox.queue.find(parts['request'] ?? ''));
  if (job.status !== 'COMPLETED') throw new HttpError(400, { detail: 'Request is still in progress' });
  if (job.failure !== undefined) throw job.failure;
  sendJson(response, job.result, 200, answerHeaders(request, 'fal-ai'));
}
