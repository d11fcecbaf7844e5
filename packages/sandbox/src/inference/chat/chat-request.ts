import { type ChatMessage, ModelInputError, type ModelParameters } from '../../define-model.ts';
import { decodeImage, type Image } from '../../media/image.ts';
import { readNumber } from '../../models/parameters.ts';
import { isRecord } from '../../exchange/http.ts';
import { readFile } from '../task-inputs.ts';

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
export async function readChatRequest(
  parameters: ModelParameters,
  takesImages: boolean,
): Promise<ChatRequest> {
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
