import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ModelInputError, type ModelDefinition, type ModelParameters, type TaskId } from '../define-model.ts';
import { defaultProvider, type Exchange, type HubModel } from '../exchange/exchange.ts';
import {
  isRecord,
  readBody,
  HttpError,
  parseJsonObject,
  requireToken,
  sendBytes,
  sendJson,
} from '../exchange/http.ts';
import type { ListingRow } from '../options.ts';
import { acceptsFile, readTaskInputs, type Payload } from './task-inputs.ts';
import { writeResponse, type WireResponse } from './wire-responses.ts';

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(bytes);
  } catch {
    return {};
  }
}

function findText({ inputs, messages }: Readonly<Record<string, unknown>>): string {
  if (typeof inputs === 'string') return inputs;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) && typeof last.content === 'string' ? last.content : 'no input';
}

/** Reads the entire request and lets the model misbehave, if it is one that does. */
export async function misbehave(
  exchange: Exchange,
  { id, misbehavior }: HubModel,
  parsedBody?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = parsedBody ?? parse(await readBody(exchange.request, exchange.sandbox.bodyLimit));
  await misbehavior?.answer({ exchange, id, body, text: findText(body) });
}

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

async function runOnce(model: ModelDefinition, payload: Payload, signal: AbortSignal): Promise<WireResponse> {
  const inputs = await readTaskInputs(model.task, payload);
  const answer = await model.answer(inputs, payload.parameters, signal);
  return writeResponse(model.task, answer, payload.parameters);
}

async function runBatch(
  model: ModelDefinition,
  payload: Payload,
  inputs: readonly unknown[],
  signal: AbortSignal,
): Promise<WireResponse> {
  if (inputs.length === 0 || inputs.length > maxBatch) {
    throw new ModelInputError(`\`inputs\` must have 1 to ${maxBatch} entries; there are ${inputs.length}.`);
  }
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

/** @throws {HttpError} 400 when the model cannot process the payload */
export async function runDefinition(
  model: ModelDefinition,
  payload: Payload,
  signal: AbortSignal,
): Promise<WireResponse> {
  try {
    return batches[model.task] && Array.isArray(payload.inputs)
      ? await runBatch(model, payload, payload.inputs, signal)
      : await runOnce(model, payload, signal);
  } catch (error) {
    throw error instanceof ModelInputError ? new HttpError(400, error.message) : error;
  }
}

/** Headers of a response: the provider and the account to bill. */
export function responseHeaders({ headers }: IncomingMessage, provider: string): Record<string, string> {
  const billTo = headers['x-hf-bill-to'];
  return { 'X-Inference-Provider': provider, ...(typeof billTo === 'string' && { 'X-Bill-To': billTo }) };
}

/** Counts a successful run as a download. */
export function countRun(row: ListingRow): void {
  row.downloads = (row.downloads ?? 0) + 1;
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
  if (!model.providers.some(({ provider }) => provider === defaultProvider)) {
    throw new HttpError(400, `Model not supported by provider ${defaultProvider}`);
  }
  if (!model.misbehavior) return model;
  await misbehave(exchange, model);
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
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson && acceptsFile(task)) return { inputs: undefined, parameters: {}, file: body };
  const { inputs, parameters } = parseJsonObject(body);
  if (inputs === undefined || inputs === null) throw new HttpError(400, 'The field `inputs` is missing.');
  if (isRecord(parameters ?? {})) return { inputs, parameters: (parameters ?? {}) as ModelParameters };
  throw new HttpError(400, 'The field `parameters` must be an object.');
}

/** `POST …/models/{id}` and the paths that also name a task. */
export async function runModel(exchange: Exchange): Promise<void> {
  const model = await requireRunnable(exchange);
  if (!model) return;
  const { request, response, signal } = exchange;
  const { id, definition } = model;
  if (!definition) throw new HttpError(400, `Model not supported by provider ${defaultProvider}`);
  const { task = definition.task } = exchange.parts;
  if (task !== definition.task) {
    throw new HttpError(400, `Model ${id} does not support ${task}; its task is ${definition.task}.`);
  }
  const payload = await readPayload(exchange, definition.task);
  const answer = await runDefinition(definition, payload, signal);
  if (signal.aborted) return;
  countRun(model.row);
  const headers = responseHeaders(request, defaultProvider);
  if ('file' in answer) return sendBytes(response, answer.file.bytes, answer.file.contentType, 200, headers);
  sendJson(response, answer.json, 200, headers);
}
