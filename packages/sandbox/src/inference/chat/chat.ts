import { setImmediate } from 'node:timers/promises';
import {
  ModelInputError,
  type ChatPiece,
  type ModelParameters,
  type ChatMessage,
} from '../../define-model.ts';
import type { ProviderMapping } from '../../options.ts';
import { defaultProvider, readJsonBody, type Exchange, type HubModel } from '../../exchange/exchange.ts';
import { HttpError, requireToken, sendJson, isRecord } from '../../exchange/http.ts';
import { decodeImage, type Image } from '../../media/image.ts';
import { readNumber } from '../../models/parameters.ts';
import { misbehave, countRun, findByProviderId, requireRunnable, responseHeaders } from '../run.ts';
import { readFile } from '../task-inputs.ts';
import {
  createChunk,
  countPromptTokens,
  createFrame,
  createUsage,
  createDeltas,
  chooseFinishReason,
  limitPieces,
  createMessage,
  startEventStream,
  writeEvent,
  writeText,
  type FinishReason,
} from './completion.ts';

interface ChatRequest {
  messages: ChatMessage[];
  isStream: boolean;
  includesUsage: boolean;
  /** Maximum number of tokens in the answer. */
  maxTokens: number | undefined;
  /** All fields of the body. */
  parameters: ModelParameters;
}

/** A positive integer; undefined when it is absent or null. */
function readMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new ModelInputError('`max_tokens` must be a positive integer.');
}

/** The text and the images of a message, which is a string or a list of parts. */
async function readContent(content: unknown, field: string, takesImages: boolean) {
  if (typeof content === 'string') return { content, images: [] };
  if (content === null || content === undefined) return { content: '', images: [] };
  if (!Array.isArray(content)) throw new ModelInputError(`\`${field}\` must be a string or a list of parts.`);
  let text = '';
  const images: Image[] = [];
  for (const [index, part] of content.entries()) {
    const at = `${field}[${index}]`;
    if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') text += part.text;
    else if (takesImages && isRecord(part) && part.type === 'image_url' && isRecord(part.image_url))
      images.push(await decodeImage(readFile(part.image_url.url, `${at}.image_url.url`)));
    else {
      const types = takesImages ? 'text or image_url' : 'text; this model reads text only';
      throw new ModelInputError(`\`${at}\` must be a part of type ${types}.`);
    }
  }
  return { content: text, images };
}

async function readMessage(message: unknown, index: number, takesImages: boolean): Promise<ChatMessage> {
  const field = `messages[${index}]`;
  if (!isRecord(message)) throw new ModelInputError(`\`${field}\` must be an object.`);
  const { role, content } = message;
  if (typeof role !== 'string') throw new ModelInputError(`\`${field}.role\` must be a string.`);
  return { role, ...(await readContent(content, `${field}.content`, takesImages)) };
}

/** @throws {ModelInputError} with the name of the invalid field */
async function readChatRequest(parameters: ModelParameters, takesImages: boolean): Promise<ChatRequest> {
  const { messages, stream, stream_options } = parameters;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ModelInputError('`messages` must be a list with at least one message.');
  }
  readNumber(parameters, 'temperature', { min: 0, max: 2 });
  return {
    messages: await Promise.all(messages.map((message, index) => readMessage(message, index, takesImages))),
    isStream: stream === true,
    includesUsage: isRecord(stream_options) && stream_options.include_usage === true,
    maxTokens: readMaxTokens(parameters.max_completion_tokens ?? parameters.max_tokens),
    parameters,
  };
}

interface Turn {
  exchange: Exchange;
  model: HubModel;
  provider: string;
  includesUsage: boolean;
  pieces: Generator<ChatPiece, FinishReason>;
  promptTokens: number;
}

function sendCompletion({ exchange, model, provider, pieces, promptTokens }: Turn): void {
  const parts: ChatPiece[] = [];
  let next = pieces.next();
  for (; !next.done; next = pieces.next()) parts.push(next.value);
  const choice = {
    index: 0,
    message: createMessage(parts, provider),
    logprobs: null,
    finish_reason: chooseFinishReason(parts, next.value),
  };
  const usage = createUsage(promptTokens, parts.length, provider);
  const completion = { object: 'chat.completion', ...createFrame(model.id), choices: [choice], usage };
  sendJson(exchange.response, completion, 200, responseHeaders(exchange.request, provider));
}

async function sendStream(turn: Turn): Promise<void> {
  const { model, provider, pieces, promptTokens } = turn;
  const { request, response, signal } = turn.exchange;
  const frame = createFrame(model.id);
  const write = (chunk: object) => writeEvent(response, chunk, signal);
  // The first piece is computed before the headers are sent, so that invalid input can still be a 400.
  let next = pieces.next();
  startEventStream(response, responseHeaders(request, provider));
  await write(createChunk(frame, { role: 'assistant', content: '' }));
  const parts: ChatPiece[] = [];
  for (; !next.done; next = pieces.next()) {
    for (const delta of createDeltas(next.value, parts.length, provider))
      await write(createChunk(frame, delta));
    parts.push(next.value);
    // Lets the event loop notice a disconnected client.
    await setImmediate();
  }
  await write(createChunk(frame, {}, chooseFinishReason(parts, next.value)));
  if (turn.includesUsage) {
    const usage = createUsage(promptTokens, parts.length, provider);
    await write({ ...createChunk(frame, {}), choices: [], usage });
  }
  await writeText(response, 'data: [DONE]\n\n', signal);
  response.end();
}

/** @throws {HttpError} 400 for an invalid request, 422 for a model without chat */
async function respondToChat(
  exchange: Exchange,
  model: HubModel,
  provider: string,
  body: ModelParameters,
): Promise<void> {
  const { definition } = model;
  if (!definition?.chat) {
    throw new HttpError(422, { error: 'Template error: template not found', error_type: 'template_error' });
  }
  let pieces: Turn['pieces'] | undefined;
  try {
    const request = await readChatRequest(body, definition.takesImages === true);
    const { messages, parameters, maxTokens, isStream, includesUsage } = request;
    const promptTokens = countPromptTokens(messages);
    pieces = limitPieces(definition.chat(messages, parameters), maxTokens);
    const turn: Turn = { exchange, model, provider, includesUsage, pieces, promptTokens };
    await (isStream ? sendStream(turn) : sendCompletion(turn));
    countRun(model.row);
  } catch (error) {
    throw error instanceof ModelInputError ? new HttpError(400, error.message) : error;
  } finally {
    pieces?.return('stop');
  }
}

/** `POST …/models/{id}/v1/chat/completions` of hf-inference */
export async function chatWithModel(exchange: Exchange): Promise<void> {
  const model = await requireRunnable(exchange);
  if (model) await respondToChat(exchange, model, defaultProvider, await readJsonBody(exchange));
}

function createModelError(message: string, code: string, status = 400): HttpError {
  return new HttpError(status, { error: { message, type: 'invalid_request_error', param: 'model', code } });
}

/**
 * The provider for a conversation: the named one, or the first one for a policy, which is also the cheapest.
 * @throws {HttpError} 400 when no provider matches
 */
function chooseProvider(id: string, route: string, providers: readonly ProviderMapping[]): string {
  const names = providers.map(({ provider }) => provider);
  const isPolicy = ['cheapest', 'fastest', 'preferred'].includes(route);
  const provider = isPolicy ? names[0] : names.find((name) => name === route);
  if (provider !== undefined) return provider;
  const message = `The requested model '${id}' is not supported by provider '${route}'.`;
  throw createModelError(message, 'model_not_supported');
}

/** `POST /v1/chat/completions`: the router; `model` may have the suffix `:provider` or `:policy`. */
export async function chatWithRouter(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = await readJsonBody(exchange);
  const [id = '', route = 'fastest'] = String(body.model).split(/:(.*)/s);
  const model = exchange.sandbox.registry.find(id);
  if (!model) throw createModelError(`The requested model '${id}' does not exist`, 'model_not_found');
  if (model.misbehavior) return misbehave(exchange, model, body);
  const isChat = model.definition?.chat !== undefined || model.providers.length === 0;
  // A model without chat is rejected as such, regardless of the provider.
  const provider = isChat ? chooseProvider(id, route, model.providers) : defaultProvider;
  await respondToChat(exchange, model, provider, body);
}

/** `POST /groq/openai/v1/chat/completions`: a provider with its own names for models. */
export async function chatWithGroq(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = await readJsonBody(exchange);
  const model = findByProviderId(exchange, 'groq', String(body.model));
  if (!model)
    throw createModelError(`The model \`${String(body.model)}\` does not exist.`, 'model_not_found', 404);
  await respondToChat(exchange, model, 'groq', body);
}
