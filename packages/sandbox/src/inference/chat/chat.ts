import { setImmediate } from 'node:timers/promises';
import { type ChatPiece, ModelInputError } from '../../define-model.ts';
import type { HubModel } from '../../hub/registry.ts';
import { misbehave } from '../../misbehaving/misbehave.ts';
import type { ProviderMapping } from '../../options.ts';
import { ownProvider, prices } from '../../providers/providers.ts';
import type { Exchange } from '../../server/exchange.ts';
import { HttpError, parseJsonObject, readBody, requireToken, sendJson } from '../../server/http.ts';
import { countRun, findByProviderId, requireRunnable, responseHeaders } from '../run.ts';
import { readChatRequest } from './chat-request.ts';
import {
  completionChunk,
  countPromptTokens,
  createFrame,
  createUsage,
  deltasOf,
  finishReasonOf,
  type FinishReason,
  limitPieces,
  messageOf,
  startEventStream,
  writeEvent,
  writeText,
} from './completion.ts';

type Body = Readonly<Record<string, unknown>>;

interface Turn {
  exchange: Exchange;
  model: HubModel;
  provider: string;
  includesUsage: boolean;
  pieces: Generator<ChatPiece, FinishReason>;
  promptTokens: number;
}

function sendCompletion({ exchange, model, provider, pieces, promptTokens }: Turn): void {
  const startedAt = performance.now();
  const parts: ChatPiece[] = [];
  let next = pieces.next();
  for (; !next.done; next = pieces.next()) parts.push(next.value);
  const choice = {
    index: 0,
    message: messageOf(parts, provider),
    logprobs: null,
    finish_reason: finishReasonOf(parts, next.value),
  };
  const usage = createUsage(promptTokens, parts.length, provider);
  const completion = { object: 'chat.completion', ...createFrame(model.id), choices: [choice], usage };
  countRun(model.row);
  sendJson(exchange.response, completion, 200, responseHeaders(exchange.request, provider, startedAt));
}

async function sendStream({
  exchange,
  model,
  provider,
  includesUsage,
  pieces,
  promptTokens,
}: Turn): Promise<void> {
  const { request, response, signal } = exchange;
  const frame = createFrame(model.id);
  const write = (chunk: object) => writeEvent(response, chunk, signal);
  // The first piece is computed before the headers are sent, so that invalid input can still be a 400.
  let next = pieces.next();
  startEventStream(response, responseHeaders(request, provider));
  await write(completionChunk(frame, { role: 'assistant', content: '' }));
  const parts: ChatPiece[] = [];
  for (; !next.done; next = pieces.next()) {
    for (const delta of deltasOf(next.value, parts.length, provider))
      await write(completionChunk(frame, delta));
    parts.push(next.value);
    // Lets the event loop notice a disconnected client.
    await setImmediate();
  }
  await write(completionChunk(frame, {}, finishReasonOf(parts, next.value)));
  countRun(model.row);
  if (includesUsage) {
    const usage = createUsage(promptTokens, parts.length, provider);
    await write({ ...completionChunk(frame, {}), choices: [], usage });
  }
  await writeText(response, 'data: [DONE]\n\n', signal);
  response.end();
}

/** @throws {HttpError} 400 for an invalid request, 422 for a model without chat */
async function answerChat(exchange: Exchange, model: HubModel, provider: string, body: Body): Promise<void> {
  const { definition } = model;
  if (!definition?.chat) {
    throw new HttpError(422, { error: 'Template error: template not found', error_type: 'template_error' });
  }
  try {
    const { messages, parameters, maxTokens, isStream, includesUsage } = await readChatRequest(
      body,
      definition.takesPictures === true,
    );
    const promptTokens = countPromptTokens(messages);
    const pieces = limitPieces(definition.chat(messages, parameters), maxTokens);
    const turn: Turn = { exchange, model, provider, includesUsage, pieces, promptTokens };
    try {
      if (isStream) await sendStream(turn);
      else sendCompletion(turn);
    } finally {
      pieces.return('stop');
    }
  } catch (error) {
    if (error instanceof ModelInputError) throw new HttpError(400, error.message);
    throw error;
  }
}

async function readJsonBody({ request, sandbox }: Exchange): Promise<Body> {
  return parseJsonObject(await readBody(request, sandbox.bodyLimit));
}

/** `POST …/models/{id}/v1/chat/completions` of hf-inference */
export async function chatWithModel(exchange: Exchange): Promise<void> {
  const model = await requireRunnable(exchange);
  if (model) await answerChat(exchange, model, ownProvider, await readJsonBody(exchange));
}

function readModelName({ model }: Body): string {
  if (typeof model === 'string' && model !== '') return model;
  throw new HttpError(400, '`model` must be a model ID.');
}

/** An error of the router, which has OpenAI's shape. */
function routerError(message: string, code: string): HttpError {
  return new HttpError(400, { error: { message, type: 'invalid_request_error', param: 'model', code } });
}

/**
 * The provider for a conversation: the named one, the cheapest, or the first one for other policies.
 * @throws {HttpError} 400 when no provider matches
 */
function chooseProvider(id: string, route: string, providers: readonly ProviderMapping[]): string {
  if (route === 'auto') {
    throw routerError(
      `'auto' is not a provider. Leave it out, or name a provider or policy.`,
      'invalid_provider',
    );
  }
  const names = providers.filter(({ task }) => task === 'conversational').map(({ provider }) => provider);
  const priceOf = (name: string) => (prices[name]?.input ?? 0) + (prices[name]?.output ?? 0);
  if (route === 'cheapest') names.sort((left, right) => priceOf(left) - priceOf(right));
  const isPolicy = ['cheapest', 'fastest', 'preferred'].includes(route);
  const chosen = isPolicy ? names[0] : names.find((name) => name === route);
  if (chosen !== undefined) return chosen;
  throw routerError(
    `The requested model '${id}' is not supported by provider '${route}'.`,
    'model_not_supported',
  );
}

/** `POST /v1/chat/completions`: the router; `model` may have the suffix `:provider` or `:policy`. */
export async function chatWithRouter(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = await readJsonBody(exchange);
  const [id = '', route = 'fastest'] = readModelName(body).split(/:(.*)/s);
  const model = exchange.sandbox.registry.find(id);
  if (!model) throw routerError(`The requested model '${id}' does not exist`, 'model_not_found');
  if (model.providers.length === 0) {
    throw routerError(`The requested model '${id}' is not supported by any provider.`, 'model_not_supported');
  }
  if (model.misbehavior) return misbehave(exchange, model.misbehavior, body);
  // A model without chat is rejected as such, regardless of the provider.
  const provider = model.definition?.chat ? chooseProvider(id, route, model.providers) : ownProvider;
  await answerChat(exchange, model, provider, body);
}

/** `POST /groq/openai/v1/chat/completions`: a provider with its own names for models. */
export async function chatWithGroq(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = await readJsonBody(exchange);
  const name = readModelName(body);
  const model = findByProviderId(exchange, 'groq', name);
  if (!model) {
    const message = `The model \`${name}\` does not exist or you do not have access to it.`;
    throw new HttpError(404, { error: { message, type: 'invalid_request_error', code: 'model_not_found' } });
  }
  await answerChat(exchange, model, 'groq', body);
}
