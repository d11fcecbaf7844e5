import { IncompleteAnswerError, OutputError } from '../errors/index.ts';
import { isTooDeep } from '../fields/index.ts';
import type { Answer } from '../http/index.ts';
import { redactPieces } from '../text/index.ts';
import { choiceIn, finishReasonIn, type ChatChunk, type ChatDelta } from './chat-chunk.ts';
import { chatChunks } from './chat-stream.ts';
import { createToolCalls } from './chat-tool-calls.ts';

type ReasoningName = 'reasoning_content' | 'reasoning';

/** A piece of a streamed message: of the answer's text, or of the reasoning that leads to it. */
export type ChatPiece =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'reasoning'; readonly text: string };

/**
 * Reads a chat stream to its end and puts it together to the completion that the server would have answered without
 * streaming.
 * @param onPiece is given each piece as it comes
 * @throws what `chatChunks` throws, an IncompleteAnswerError with the text so far; OutputError for an empty stream;
 * TooLargeError
 */
export async function readChatStream(
  answer: Answer,
  onPiece: (piece: ChatPiece) => void,
  token?: string,
): Promise<unknown> {
  const pieces = { text: [] as string[], reasoning: [] as string[] };
  const redactors = { text: redactPieces(token), reasoning: redactPieces(token) };
  const from = { url: answer.url, requestId: answer.requestId, token };
  const toolCalls = createToolCalls(from);
  let reasoningName: ReasoningName = 'reasoning_content';
  let head: ChatChunk = {};
  let finishReason: string | null = null;
  let hasAnswer = false;
  let usage: ChatChunk['usage'];
  const give = (type: ChatPiece['type'], text: string) => {
    if (text === '') return;
    pieces[type].push(text);
    onPiece({ type, text });
  };
  const giveRest = () => {
    give('reasoning', redactors.reasoning.end());
    give('text', redactors.text.end());
  };
  const take = (chunk: ChatChunk): ChatDelta => {
    if (head.id === undefined && typeof chunk.id === 'string') head = chunk;
    usage = chunk.usage ?? usage;
    finishReason = finishReasonIn(chunk) ?? finishReason;
    const choice = choiceIn(chunk);
    hasAnswer ||= choice !== undefined;
    const delta = choice?.delta ?? {};
    if (delta.tool_calls) toolCalls.add(delta.tool_calls);
    if (delta.reasoning) reasoningName = 'reasoning';
    return delta;
  };
  try {
    for await (const chunks of chatChunks(answer, token)) {
      const deltas = chunks.map(take);
      give('reasoning', redactors.reasoning.next(deltas.map(reasoningIn).join('')));
      give('text', redactors.text.next(deltas.map(({ content }) => textOf(content)).join('')));
    }
    giveRest();
  } catch (error) {
    giveRest();
    if (!(error instanceof IncompleteAnswerError)) throw error;
    throw new IncompleteAnswerError(error.message, pieces.text.join(''), error);
  }
  if (!hasAnswer) throw new OutputError('the stream holds no answer', from);
  const calls = toolCalls.all();
  const text = pieces.text.join('');
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(pieces.reasoning.length > 0 ? { [reasoningName]: pieces.reasoning.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: head.id ?? '',
    object: 'chat.completion',
    created: head.created ?? 0,
    model: head.model ?? '',
    ...(head.system_fingerprint ? { system_fingerprint: head.system_fingerprint } : {}),
    choices: [{ index: 0, message, finish_reason: finishReason }],
    ...(usage && !isTooDeep(usage) ? { usage } : {}),
  };
}

/** Servers that send both names send the same text twice. */
function reasoningIn({ reasoning_content, reasoning }: ChatDelta): string {
  return textOf(reasoning_content) || textOf(reasoning);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
