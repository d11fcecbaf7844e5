import { randomUUID } from 'node:crypto';
import type { ChatPiece, ToolCall } from '../../define-model.ts';
import type { FinishReason } from './limit-pieces.ts';

/** How many characters of a tool call's arguments come at once. */
const argumentsLength = 8;

/** Providers use one of two names for reasoning. */
function reasoningName(provider: string): string {
  return provider === 'groq' ? 'reasoning' : 'reasoning_content';
}

function wireCall({ name, arguments: given }: ToolCall) {
  return {
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  };
}

function isToolCall(piece: ChatPiece): piece is { toolCall: ToolCall } {
  return typeof piece === 'object' && 'toolCall' in piece;
}

/** The whole message that pieces make up. */
export function messageOf(pieces: readonly ChatPiece[], provider: string): object {
  const content = pieces.filter((piece) => typeof piece === 'string').join('');
  const reasoning = pieces
    .map((piece) => (typeof piece === 'object' && 'reasoning' in piece ? piece.reasoning : ''))
    .join('');
  const calls = pieces.filter(isToolCall).map(({ toolCall }) => wireCall(toolCall));
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(reasoning === '' ? {} : { [reasoningName(provider)]: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The deltas of a piece in a stream: the arguments of a tool call come bit by bit. */
export function deltasOf(piece: ChatPiece, index: number, provider: string): object[] {
  if (typeof piece === 'string') return [{ content: piece }];
  if ('reasoning' in piece) return [{ [reasoningName(provider)]: piece.reasoning }];
  const { function: called, ...call } = wireCall(piece.toolCall);
  const bits = called.arguments.match(new RegExp(`[^]{1,${argumentsLength}}`, 'g')) ?? [];
  const head = { index, ...call, function: { name: called.name, arguments: '' } };
  const rest = bits.map((bit) => ({ index, function: { arguments: bit } }));
  return [head, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

/** Why an answer of these pieces ended. */
export function finishReasonOf(pieces: readonly ChatPiece[], reason: FinishReason): FinishReason {
  return reason === 'stop' && pieces.some(isToolCall) ? 'tool_calls' : reason;
}
