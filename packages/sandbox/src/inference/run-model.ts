import type { ServerResponse } from 'node:http';
import type { ModelDefinition, TaskId } from '../define-model.ts';
import type { HubModel } from '../hub/hub-model.ts';
import { misbehave } from '../misbehaving/misbehave.ts';
import { ownProvider } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { sendBytes, sendJson } from '../server/respond.ts';
import { requireToken } from '../server/token.ts';
import { answerHeaders, countRun } from './answer-headers.ts';
import { answerTooLong } from './answer-too-long.ts';
import { requireServed } from './find-served.ts';
import { readPayload } from './payload.ts';
import { runDefinition } from './run-definition.ts';
import { similarityModel } from './similarity.ts';

/** The definition that serves a model for a task; without a task, its own. */
function definitionFor(model: HubModel, task: string | undefined): ModelDefinition {
  const { definition } = model;
  if (definition === undefined) throw new HttpError(400, `Model not supported by provider ${ownProvider}`);
  if (task === undefined || task === definition.task) return definition;
  if (task === 'sentence-similarity' && definition.task === 'feature-extraction') {
    return similarityModel(definition as ModelDefinition<TaskId> as ModelDefinition<'feature-extraction'>);
  }
  throw new HttpError(400, `Model ${model.id} does not do ${task}; its task is ${definition.task}.`);
}

/** @throws HttpError 400 when the answer is longer than a text can be. */
function sendWritable(response: ServerResponse, json: unknown, headers: Record<string, string>): void {
  try {
    sendJson(response, json, 200, headers);
  } catch (error) {
    throw answerTooLong(error) ?? error;
  }
}

/** Runs a model on the request's body and sends the answer. */
export async function sendRun(exchange: Exchange, model: HubModel, task?: string): Promise<void> {
  const { request, response, signal } = exchange;
  const definition = definitionFor(model, task);
  const payload = await readPayload(exchange, definition.task);
  const startedAt = performance.now();
  const answer = await runDefinition(definition, payload, signal);
  if (signal.aborted) return;
  countRun(model.row);
  const headers = answerHeaders(request, ownProvider, startedAt);
  if ('file' in answer) sendBytes(response, answer.file.bytes, answer.file.contentType, 200, headers);
  else sendWritable(response, answer.json, headers);
}

/** `POST …/models/{id}` and the forms that name a task as well. */
export async function runModel(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const model = requireServed(exchange);
  if (model.misbehavior !== undefined) {
    await misbehave(exchange, model.misbehavior);
    return;
  }
  await sendRun(exchange, model, exchange.parts['task']);
}
