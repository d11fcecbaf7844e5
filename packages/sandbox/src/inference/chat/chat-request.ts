import { type ChatMessage, ModelInputError, type ModelParameters } from '../../define-model.ts';
import { decodePicture, type Picture } from '../../media/picture.ts';
import { isRecord } from '../../server/http.ts';
import { readFile } from '../task-inputs.ts';

interface ChatRequest {
  messages: ChatMessage[];
  isStream: boolean;
  includesUsage: boolean;
  /** Maximum number of tokens in the answer. */
  maxTokens: number | undefined;
  /** All other fields of the body. */
  parameters: ModelParameters;
}

/** OpenAI's ranges. */
const ranges: Readonly<Record<string, readonly [min: number, max: number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
};

/** A positive integer; undefined when it is absent or null. */
function readMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new ModelInputError('`max_tokens` must be a positive integer.');
}

/**
 * Checks the sampling fields of a request, whether or not the model uses them.
 * @throws {ModelInputError} with the name of the invalid field
 */
function checkSampling(fields: ModelParameters): void {
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const value = fields[name] ?? min;
    if (typeof value === 'number' && value >= min && value <= max) continue;
    throw new ModelInputError(`\`${name}\` must be a number from ${min} to ${max}.`);
  }
  if (!Number.isInteger(fields.seed ?? 0)) throw new ModelInputError('`seed` must be an integer.');
  if ((fields.n ?? 1) !== 1) throw new ModelInputError('`n` must be 1.');
  if (![fields.stop ?? []].flat().every((stop) => typeof stop === 'string')) {
    throw new ModelInputError('`stop` must be a string or a list of strings.');
  }
}

type Content = Required<Pick<ChatMessage, 'content' | 'pictures'>>;

async function readContent(content: unknown, field: string, takesPictures: boolean): Promise<Content> {
  if (typeof content === 'string') return { content, pictures: [] };
  if (content === null || content === undefined) return { content: '', pictures: [] };
  if (!Array.isArray(content)) throw new ModelInputError(`\`${field}\` must be a string or a list of parts.`);
  let text = '';
  const pictures: Picture[] = [];
  for (const [index, part] of content.entries()) {
    const at = `${field}[${index}]`;
    if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') text += part.text;
    else if (takesPictures && isRecord(part) && part.type === 'image_url' && isRecord(part.image_url))
      pictures.push(await decodePicture(readFile(part.image_url.url, `${at}.image_url.url`)));
    else {
      const types = takesPictures ? 'text or image_url' : 'text; this model reads text only';
      throw new ModelInputError(`\`${at}\` must be a part of type ${types}.`);
    }
  }
  return { content: text, pictures };
}

async function readMessage(message: unknown, index: number, takesPictures: boolean): Promise<ChatMessage> {
  const field = `messages[${index}]`;
  if (!isRecord(message)) throw new ModelInputError(`\`${field}\` must be an object.`);
  const { role, content } = message;
  if (typeof role !== 'string' || role === '')
    throw new ModelInputError(`\`${field}.role\` must be a string.`);
  return { role, ...(await readContent(content, `${field}.content`, takesPictures)) };
}

/** @throws {ModelInputError} with the name of the invalid field */
export async function readChatRequest(
  body: Readonly<Record<string, unknown>>,
  takesPictures: boolean,
): Promise<ChatRequest> {
  const { messages, model: _model, stream, stream_options, ...parameters } = body;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ModelInputError('`messages` must be a list with at least one message.');
  }
  if (typeof (stream ?? false) !== 'boolean') throw new ModelInputError('`stream` must be true or false.');
  checkSampling(body);
  return {
    messages: await Promise.all(messages.map((message, index) => readMessage(message, index, takesPictures))),
    isStream: stream === true,
    includesUsage: isRecord(stream_options) && stream_options.include_usage === true,
    maxTokens: readMaxTokens(body.max_completion_tokens ?? body.max_tokens),
    parameters,
  };
}
