import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ChatMessage, ChatPiece, ToolCall } from '../../define-model.ts';
import { prices } from '../../exchange/exchange.ts';

export type FinishReason = 'stop' | 'tool_calls' | 'length';

/** The fields shared by all objects of one completion. */
export function createFrame(model: string) {
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: 'tryout-sandbox',
  };
}

type Frame = ReturnType<typeof createFrame>;

/** A chunk of a stream; the last one has the finish reason. */
export function createChunk(frame: Frame, delta: object, reason: FinishReason | null = null): object {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
  return { object: 'chat.completion.chunk', ...frame, choices };
}

/** Yields at most `max` pieces and returns why it ended; `length` only if there were more. */
export function* limitPieces<Piece>(pieces: Iterable<Piece>, max = Infinity): Generator<Piece, FinishReason> {
  let count = 0;
  for (const piece of pieces) {
    if (count >= max) return 'length';
    count += 1;
    yield piece;
  }
  return 'stop';
}

/** Providers use one of two names for reasoning. */
function getReasoningName(provider: string): string {
  return provider === 'groq' ? 'reasoning' : 'reasoning_content';
}

function toWireCall({ name, arguments: values }: ToolCall) {
  return {
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(values) },
  };
}

function isToolCall(piece: ChatPiece): piece is { toolCall: ToolCall } {
  return typeof piece === 'object' && 'toolCall' in piece;
}

/** The message made up of the pieces. */
export function createMessage(pieces: readonly ChatPiece[], provider: string): object {
  const content = pieces.filter((piece) => typeof piece === 'string').join('');
  const reasoning = pieces.flatMap((piece) =>
    typeof piece === 'object' && 'reasoning' in piece ? piece.reasoning : [],
  );
  const calls = pieces.filter(isToolCall).map(({ toolCall }) => toWireCall(toolCall));
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    [getReasoningName(provider)]: reasoning.join('') || undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
}

/** The deltas of a piece in a stream; the arguments of a tool call are split. */
export function createDeltas(piece: ChatPiece, index: number, provider: string): object[] {
  if (typeof piece === 'string') return [{ content: piece }];
  if ('reasoning' in piece) return [{ [getReasoningName(provider)]: piece.reasoning }];
  const { function: target, ...call } = toWireCall(piece.toolCall);
  const bits = target.arguments.match(/[^]{1,8}/g) ?? [];
  const head = { index, ...call, function: { name: target.name, arguments: '' } };
  const rest = bits.map((bit) => ({ index, function: { arguments: bit } }));
  return [head, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

export function chooseFinishReason(pieces: readonly ChatPiece[], reason: FinishReason): FinishReason {
  return reason === 'stop' && pieces.some(isToolCall) ? 'tool_calls' : reason;
}

/** The tokens of a conversation: each word, number and punctuation mark is one. */
export function countPromptTokens(messages: readonly ChatMessage[]): number {
  const counts = messages.map(({ content }) => content.match(/[\p{L}\p{N}_]+|\S/gu)?.length ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** `estimated_cost` is in dollars, for providers with a price. */
export function createUsage(promptTokens: number, completionTokens: number, provider: string): object {
  const price = prices[provider];
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    estimated_cost: price && (promptTokens * price.input + completionTokens * price.output) / 1e6,
  };
}

export function startEventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
  response.flushHeaders();
}

/**
 * Writes text, and waits if the client reads slowly.
 * @throws AbortError when the client has disconnected
 */
export async function writeText(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(text)) await once(response, 'drain', { signal });
}

export function writeEvent(response: ServerResponse, data: unknown, signal: AbortSignal): Promise<void> {
  return writeText(response, `data: ${JSON.stringify(data)}\n\n`, signal);
}
