import {
  checkSchema,
  fillPrompt,
  isPromptFile,
  listPlaceholders,
  parseJson,
  parsePromptFile,
  requirePlaceholders,
  textPrompt,
  type JsonSchema,
  type PromptTemplate,
  type Values,
} from '@tryout/engine';
import { textFromPath } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { withHome } from './paths.ts';
import type { RequestOptions } from './options.ts';
import { readTemplate, type CheckedRequest } from './request.ts';

/** The JSON Schema in a file. @throws InputError */
export async function readSchema(path: string): Promise<JsonSchema> {
  return checkSchema(parseJson(await textFromPath(withHome(path)), path), path);
}

/** The template of `--prompt`: a text, `@FILE`, or a prompt file. @throws InputError */
export async function readPrompt(
  call: Call,
  { prompt: word, system }: RequestOptions,
): Promise<PromptTemplate | undefined> {
  if (word === undefined) return undefined;
  const path = word.replace(/^@/, '');
  if (call.options.literal || !isPromptFile(path)) return textPrompt(await readTemplate(call, word));
  const prompt = await parsePromptFile(await textFromPath(withHome(path)), path);
  if (system !== undefined && prompt.messages.some(({ role }) => role === 'system'))
    throw new UsageError(`${path} and --system both have a system prompt`, { hint: 'Use only one of them.' });
  return prompt;
}

/** A request with what a prompt file adds: its model, parameters and schema, unless others are given. */
export function withPrompt<Request extends CheckedRequest>(
  request: Request,
  prompt: PromptTemplate | undefined,
  options: RequestOptions,
): Request {
  if (!prompt) return request;
  const { model = prompt.model, ...others } = { ...request.place, model: options.model };
  const place = { ...others, model: model ?? request.place.model };
  const parameters = { ...prompt.parameters, ...request.parameters };
  return { ...request, place, parameters, schema: request.schema ?? prompt.schema };
}

/** The names in a prompt that stand for the input of a single run. */
const INPUT_NAMES = ['input', 'text'];

/**
 * The request with its inputs, which fill the prompt if there is one.
 * @param readInputs not called for a prompt without placeholders
 * @throws InputError
 */
export async function applyPrompt(
  call: Call,
  request: CheckedRequest,
  options: RequestOptions,
  readInputs: (options: RequestOptions) => Promise<Values>,
): Promise<CheckedRequest & { readonly values: Values }> {
  const prompt = await readPrompt(call, options);
  const message = request.task.conversation?.message;
  if (!prompt) return { ...request, values: await readInputs(options) };
  if (message === undefined)
    throw new UsageError(`${request.task.id} does not take a prompt`, {
      hint: 'Use it with text-generation or chat.',
    });
  requirePlaceholders(prompt, INPUT_NAMES, 'input');
  const values = listPlaceholders(prompt).length === 0 ? {} : await readInputs(options);
  const { text, chat } = fillPrompt(prompt, () => String(values[message]));
  const merged = chat && { ...chat, images: request.chat?.images ?? [] };
  return {
    ...withPrompt(request, prompt, options),
    values: { ...values, [message]: text },
    chat: merged ?? request.chat,
  };
}
