import { IncompleteAnswerError } from '../errors/index.ts';
import type { Answer } from '../http/index.ts';
import { chatChunks, type ChatChunk } from './chat-stream.ts';

/**
 * Reads a chat stream to its end and puts it together to the completion that the server would have answered without
 * streaming.
 * @param onText is given each piece of text as it comes
 * @throws what `chatChunks` throws; an IncompleteAnswerError carries the text so far
 */
export async function readChatStream(
  answer: Answer,
  onText: (text: string) => void,
  token?: string,
): Promise<unknown> {
  const pieces: string[] = [];
  let head: ChatChunk = {};
  let finishReason: string | null = null;
  let usage: ChatChunk['usage'];
  const take = (chunk: ChatChunk): string => {
    if (head.id === undefined && typeof chunk.id === 'string') head = chunk;
    usage = chunk.usage ?? usage;
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    finishReason = choice?.finish_reason ?? finishReason;
    const content = choice?.delta?.content;
    return typeof content === 'string' ? content : '';
  };
  try {
    for await (const chunks of chatChunks(answer, token)) {
      const text = chunks.map(take).join('');
      if (text === '') continue;
      pieces.push(text);
      onText(text);
    }
  } catch (error) {
    if (!(error instanceof IncompleteAnswerError)) throw error;
    throw new IncompleteAnswerError(error.message, pieces.join(''), error);
  }
  return {
    id: head.id ?? '',
    object: 'chat.completion',
    created: head.created ?? 0,
    model: head.model ?? '',
    ...(head.system_fingerprint ? { system_fingerprint: head.system_fingerprint } : {}),
    choices: [
      { index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: finishReason },
    ],
    ...(usage ? { usage } : {}),
  };
}
