import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ModelInputError, type ModelDefinition, type TaskId } from '../define-model.ts';
import type { HubModel } from '../hub/registry.ts';
import { misbehave } from '../misbehaving/misbehave.ts';
import type { ListingRow } from '../options.ts';
import { ownProvider } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import {
  HttpError,
  isRecord,
  parseJsonObject,
  readBody,
  requireToken,
  sendBytes,
  sendJson,
} from '../server/http.ts';
import { acceptsFile, checkLength, type Payload, readTaskInputs } from './task-inputs.ts';
import { type WireAnswer, writeAnswer } from './wire-answers.ts';

const maxBatch = 128;

/** Tasks that accept a list of texts. The answers are joined where each is a list of one, otherwise nested. */
const batches: Readonly<Partial<Record<TaskId, 'joined' | 'nested'>>> = {
  'feature-extraction': 'nested',
  'fill-mask': 'nested',
  summarization: 'joined',
  'text-classification': 'joined',
  'text-generation': 'joined',
  'token-classification': 'nested',
  translation: 'joined',
  'zero-shot-classification': 'joined',
};

async function runOnce(model: ModelDefinition, payload: Payload, signal: AbortSignal): Promise<WireAnswer> {
  const inputs = await readTaskInputs(model.task, payload);
  const answer = await model.answer(inputs, payload.parameters, signal);
  return writeAnswer(model.task, answer, payload.parameters);
}

async function runBatch(
  model: ModelDefinition,
  payload: Payload,
  inputs: readonly unknown[],
  signal: AbortSignal,
): Promise<WireAnswer> {
  if (inputs.length === 0) throw new ModelInputError('`inputs` must not be an empty list.');
  if (inputs.length > maxBatch) {
    throw new ModelInputError(`\`inputs\` may have at most ${maxBatch} entries; there are ${inputs.length}.`);
  }
  checkLength(inputs, 'inputs');
  const answers: unknown[] = [];
  for (const entry of inputs) {
    // Lets other requests run, and notices a disconnected client.
    await setImmediate();
    signal.throwIfAborted();
    const answer = await runOnce(model, { ...payload, inputs: entry }, signal);
    answers.push('json' in answer ? answer.json : undefined);
  }
  return { json: batches[model.task] === 'joined' ? answers.flat() : answers };
}

/** A 400 error for invalid input and for answers beyond JavaScript's maximum string length; other errors unchanged. */
function toHttpError(error: unknown): unknown {
  if (error instanceof ModelInputError) return new HttpError(400, error.message);
  const isTooLong = error instanceof RangeError && error.message === 'Invalid string length';
  return isTooLong ? new HttpError(400, 'The answer is too long for a response.') : error;
}

/** @throws {HttpError} 400 when the model cannot process the payload */
export async function runDefinition(
  model: ModelDefinition,
  payload: Payload,
  signal: AbortSignal,
): Promise<WireAnswer> {
  try {
    return batches[model.task] && Array.isArray(payload.inputs)
      ? await runBatch(model, payload, payload.inputs, signal)
      : await runOnce(model, payload, signal);
  } catch (error) {
    throw toHttpError(error);
  }
}

/** Headers of a response: the provider, the account to bill and the time it took. */
export function responseHeaders(
  request: IncomingMessage,
  provider: string,
  startedAt?: number,
): Record<string, string> {
  const headers: Record<string, string> = { 'X-Inference-Provider': provider };
  const billTo = request.headers['x-hf-bill-to'];
  if (typeof billTo === 'string') headers['X-Bill-To'] = billTo;
  if (startedAt !== undefined) {
    headers['X-Compute-Time'] = ((performance.now() - startedAt) / 1000).toFixed(3);
    headers['X-Compute-Type'] = 'cpu';
  }
  return headers;
}

/** Counts a successful run as a download. */
export function countRun(row: ListingRow): void {
  row.downloads = (row.downloads ?? 0) + 1;
  row.downloadsAllTime = row.downloads;
}

/**
 * The model in the path of hf-inference; undefined when a misbehaving model has handled the request.
 * @throws {HttpError} 401, 404 when the hub does not have the model, 400 when hf-inference does not run it
 */
export async function requireRunnable(exchange: Exchange): Promise<HubModel | undefined> {
  requireToken(exchange.request);
  const id = exchange.parts.model ?? '';
  const model = exchange.sandbox.registry.find(id);
  if (!model) throw new HttpError(404, `Model ${id} does not exist`);
  if (!model.providers.some(({ provider }) => provider === ownProvider)) {
    throw new HttpError(400, `Model not supported by provider ${ownProvider}`);
  }
  if (!model.misbehavior) return model;
  await misbehave(exchange, model.misbehavior);
  return undefined;
}

/** The model with the given ID at a provider. */
export function findByProviderId(
  { sandbox }: Exchange,
  provider: string,
  providerId: string,
): HubModel | undefined {
  return sandbox.registry.models.find(({ providers }) =>
    providers.some((entry) => entry.provider === provider && entry.providerId === providerId),
  );
}

/** Reads JSON, or a raw file if the task takes a single file and the content type is not JSON. */
async function readPayload({ request, sandbox }: Exchange, task: TaskId): Promise<Payload> {
  const body = await readBody(request, sandbox.bodyLimit);
  if (body.length === 0) throw new HttpError(400, 'The body is empty.');
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson && acceptsFile(task)) return { inputs: undefined, parameters: {}, file: body };
  const { inputs, parameters } = parseJsonObject(body);
  if (inputs === undefined || inputs === null) throw new HttpError(400, 'The field `inputs` is missing.');
  if (parameters === undefined || parameters === null) return { inputs, parameters: {} };
  if (!isRecord(parameters)) throw new HttpError(400, 'The field `parameters` must be an object.');
  return { inputs, parameters };
}

function definitionFor({ id, definition }: HubModel, task: string | undefined): ModelDefinition {
  if (!definition) throw new HttpError(400, `Model not supported by provider ${ownProvider}`);
  if (task === undefined || task === definition.task) return definition;
  throw new HttpError(400, `Model ${id} does not support ${task}; its task is ${definition.task}.`);
}

/** `POST …/models/{id}` and the paths that also name a task. */
export async function runModel(exchange: Exchange): Promise<void> {
  const model = await requireRunnable(exchange);
  if (!model) return;
  const { request, response, signal } = exchange;
  const definition = definitionFor(model, exchange.parts.task);
  const payload = await readPayload(exchange, definition.task);
  const startedAt = performance.now();
  const answer = await runDefinition(definition, payload, signal);
  if (signal.aborted) return;
  countRun(model.row);
  const headers = responseHeaders(request, ownProvider, startedAt);
  if ('file' in answer) return sendBytes(response, answer.file.bytes, answer.file.contentType, 200, headers);
  try {
    sendJson(response, answer.json, 200, headers);
  } catch (error) {
    throw toHttpError(error);
  }
}
