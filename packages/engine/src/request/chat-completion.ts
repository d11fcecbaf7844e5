import { IncompleteAnswerError, OutputError } from '../errors/index.ts';
import { isTooDeep } from '../fields/index.ts';
import type { Answer } from '../http/index.ts';
import { redactPieces } from '../text/index.ts';
import { choiceIn, finishReasonIn, type ChatChunk } from './chat-chunk.ts';
import { chatChunks } from './chat-stream.ts';

/**
 * Reads a chat stream to its end and puts it together to the completion that the server would have answered without
 * streaming.
 * @param onText is given each piece of text as it comes
 * @throws what `chatChunks` throws, an IncompleteAnswerError with the text so far; OutputError for an empty stream
 */
export async function readChatStream(
  answer: Answer,
  onText: (text: string) => void,
  token?: string,
): Promise<unknown> {
  const pieces: string[] = [];
  const redactor = redactPieces(token);
  const give = (text: string) => {
    if (text === '') return;
    pieces.push(text);
    onText(text);
  };
  let head: ChatChunk = {};
  let finishReason: string | null = null;
  let hasAnswer = false;
  let usage: ChatChunk['usage'];
  const take = (chunk: ChatChunk): string => {
    if (head.id === undefined && typeof chunk.id === 'string') head = chunk;
    usage = chunk.usage ?? usage;
    finishReason = finishReasonIn(chunk) ?? finishReason;
    const choice = choiceIn(chunk);
    hasAnswer ||= choice !== undefined;
    const content = choice?.delta?.content;
    return typeof content === 'string' ? content : '';
  };
  try {
    for await (const chunks of chatChunks(answer, token)) give(redactor.next(chunks.map(take).join('')));
    give(redactor.end());
  } catch (error) {
    give(redactor.end());
    if (!(error instanceof IncompleteAnswerError)) throw error;
    throw new IncompleteAnswerError(error.message, pieces.join(''), error);
  }
  if (!hasAnswer)
    throw new OutputError('the stream holds no answer', { url: answer.url, requestId: answer.requestId });
  return {
    id: head.id ?? '',
    object: 'chat.completion',
    created: head.created ?? 0,
    model: head.model ?? '',
    ...(head.system_fingerprint ? { system_fingerprint: head.system_fingerprint } : {}),
    choices: [
      { index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: finishReason },
    ],
    ...(usage && !isTooDeep(usage) ? { usage } : {}),
  };
}
