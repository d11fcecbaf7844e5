import { setImmediate } from 'node:timers/promises';
import { ModelInputError, type ChatPiece, type ModelDefinition } from '../../define-model.ts';
import type { HubModel } from '../../hub/hub-model.ts';
import type { Exchange } from '../../server/exchange.ts';
import { HttpError } from '../../server/http-error.ts';
import { sendJson } from '../../server/respond.ts';
import { answerHeaders, countRun } from '../answer-headers.ts';
import { readChatRequest, type ChatRequest } from './chat-request.ts';
import { completionChunk, createFrame, usageChunk, wholeCompletion } from './completion.ts';
import { startEventStream, writeEvent, writeText } from './event-stream.ts';
import { limitPieces, type FinishReason } from './limit-pieces.ts';
import { deltasOf, finishReasonOf, messageOf } from './message.ts';
import { countPromptTokens, createUsage, refuseLongPrompt } from './usage.ts';

type Chat = NonNullable<ModelDefinition['chat']>;

interface Turn {
  exchange: Exchange;
  model: HubModel;
  provider: string;
  chat: ChatRequest;
  pieces: Generator<ChatPiece, FinishReason>;
  promptTokens: number;
}

function requireChat(model: HubModel): Chat {
  const { definition } = model;
  if (definition?.chat !== undefined) return definition.chat.bind(definition);
  throw new HttpError(422, { error: 'Template error: template not found', error_type: 'template_error' });
}

function sendWhole({ exchange, model, provider, pieces, promptTokens }: Turn): void {
  const startedAt = performance.now();
  const parts: ChatPiece[] = [];
  let next = pieces.next();
  for (; next.done !== true; next = pieces.next()) parts.push(next.value);
  const usage = createUsage(promptTokens, parts.length, provider);
  const reason = finishReasonOf(parts, next.value);
  const completion = wholeCompletion(createFrame(model.id), messageOf(parts, provider), reason, usage);
  countRun(model.row);
  sendJson(exchange.response, completion, 200, answerHeaders(exchange.request, provider, startedAt));
}

async function sendStream({ exchange, model, provider, chat, pieces, promptTokens }: Turn): Promise<void> {
  const { request, response, signal } = exchange;
  const frame = createFrame(model.id);
  // The first piece is computed before the headers go out, so that a model that refuses its input can answer 400.
  let next = pieces.next();
  startEventStream(response, answerHeaders(request, provider));
  await writeEvent(response, completionChunk(frame, { role: 'assistant', content: '' }), signal);
  const parts: ChatPiece[] = [];
  for (; next.done !== true; next = pieces.next()) {
    for (const delta of deltasOf(next.value, parts.length, provider))
      await writeEvent(response, completionChunk(frame, delta), signal);
    parts.push(next.value);
    // Lets the event loop notice a client that has gone away.
    await setImmediate();
  }
  await writeEvent(response, completionChunk(frame, {}, finishReasonOf(parts, next.value)), signal);
  countRun(model.row);
  if (chat.includeUsage) {
    await writeEvent(response, usageChunk(frame, createUsage(promptTokens, parts.length, provider)), signal);
  }
  await writeText(response, 'data: [DONE]\n\n', signal);
  response.end();
}

/**
 * Answers a chat request with a model, as a whole or as a stream.
 * @throws HttpError 400 for a bad request, 422 for a model that has no chat.
 */
export async function answerChat(
  exchange: Exchange,
  model: HubModel,
  provider: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const converse = requireChat(model);
  try {
    const chat = readChatRequest(body);
    const promptTokens = countPromptTokens(chat.messages);
    refuseLongPrompt(promptTokens);
    const pieces = limitPieces(converse(chat.messages, chat.parameters), chat.maxTokens);
    const turn: Turn = { exchange, model, provider, chat, pieces, promptTokens };
    try {
      if (chat.stream) await sendStream(turn);
      else sendWhole(turn);
    } finally {
      pieces.return('stop');
    }
  } catch (error) {
    if (error instanceof ModelInputError) throw new HttpError(400, error.message);
    throw error;
  }
}
