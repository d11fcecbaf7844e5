import { ModelInputError, type ChatMessage } from '../../define-model.ts';
import { isRecord } from '../../server/read-body.ts';
import { checkSampling, readCount } from './check-sampling.ts';

/** A checked request for a chat completion. */
export interface ChatRequest {
  messages: ChatMessage[];
  stream: boolean;
  includeUsage: boolean;
  /** Tokens that the answer may have; undefined for as many as the model gives. */
  maxTokens?: number;
  /** All other fields of the body, for the model. */
  parameters: Readonly<Record<string, unknown>>;
}

function readPart(part: unknown, field: string): string {
  if (isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string') return part['text'];
  throw new ModelInputError(
    `\`${field}\` must be a part of type text: the chat models here read text alone.`,
  );
}

function readContent(content: unknown, field: string): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) throw new ModelInputError(`\`${field}\` must be a text or a list of parts.`);
  return content.map((part, index) => readPart(part, `${field}[${index}]`)).join('');
}

function readMessage(message: unknown, index: number): ChatMessage {
  const field = `messages[${index}]`;
  if (!isRecord(message)) throw new ModelInputError(`\`${field}\` must be an object.`);
  const { role, content } = message;
  if (typeof role !== 'string' || role === '') throw new ModelInputError(`\`${field}.role\` must be a text.`);
  return { role, content: readContent(content, `${field}.content`) };
}

/** Checks the body of a chat request. @throws ModelInputError naming the field that is wrong. */
export function readChatRequest(body: Readonly<Record<string, unknown>>): ChatRequest {
  const { messages, model: _model, stream, stream_options, ...parameters } = body;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ModelInputError('`messages` must be a list with at least one message.');
  }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    throw new ModelInputError('`stream` must be true or false.');
  }
  checkSampling(body);
  const maxTokens = readCount(body['max_completion_tokens'] ?? body['max_tokens'], 'max_tokens');
  return {
    messages: messages.map(readMessage),
    stream: stream === true,
    includeUsage: isRecord(stream_options) && stream_options['include_usage'] === true,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    parameters,
  };
}
