import { ModelInputError, type ModelDefinition, type ModelParameters } from '../define-model.ts';
import { ownProvider } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError, parseJsonObject, readBody, sendJson } from '../server/http.ts';
import { checkSampling, readMaxTokens } from './chat/chat-request.ts';
import { createFrame } from './chat/completion.ts';
import { countRun, requireRunnable, responseHeaders, runDefinition } from './run.ts';
import { checkLength, readText } from './task-inputs.ts';

/** One less than the models can generate, so that one more token can be requested. */
const maxTokens = 9999;

interface CompletionRequest {
  prompt: string;
  limit: number | undefined;
  parameters: ModelParameters;
}

/** @throws {HttpError} 400 with the name of the invalid field */
function readRequest(body: Readonly<Record<string, unknown>>): CompletionRequest {
  const { prompt, model: _model, max_tokens, ...parameters } = body;
  try {
    checkLength([prompt], 'prompt');
    checkSampling(body);
    const limit = readMaxTokens(max_tokens);
    if ((limit ?? 0) > maxTokens) throw new ModelInputError(`\`max_tokens\` must be at most ${maxTokens}.`);
    return { prompt: readText(prompt, 'prompt'), limit, parameters };
  } catch (error) {
    if (error instanceof ModelInputError) throw new HttpError(400, error.message);
    throw error;
  }
}

/** The text that a model adds to the prompt. */
async function complete(
  definition: ModelDefinition,
  { prompt, limit, parameters }: CompletionRequest,
  signal: AbortSignal,
): Promise<string> {
  // With the full text, the added part is unambiguous even if the answer repeats the prompt.
  const all = { ...parameters, return_full_text: true, max_new_tokens: limit };
  const answer = await runDefinition(definition, { inputs: prompt, parameters: all }, signal);
  const [{ generated_text: text }] = ('json' in answer ? answer.json : []) as [{ generated_text: string }];
  return text.startsWith(prompt) ? text.slice(prompt.length) : text;
}

/**
 * `POST …/models/{id}/v1/completions`: plain completion in OpenAI's shape. The models always generate the same tokens, so
 * an answer was cut off by `max_tokens` if one more token makes it longer.
 */
export async function completeText(exchange: Exchange): Promise<void> {
  const model = await requireRunnable(exchange);
  if (!model) return;
  const { request, response, sandbox, signal } = exchange;
  const { definition } = model;
  if (definition?.task !== 'text-generation') {
    throw new HttpError(400, `Model ${model.id} does not complete text.`);
  }
  const completion = readRequest(parseJsonObject(await readBody(request, sandbox.bodyLimit)));
  const startedAt = performance.now();
  const text = await complete(definition, completion, signal);
  const { limit } = completion;
  const isCut =
    limit !== undefined && text !== (await complete(definition, { ...completion, limit: limit + 1 }, signal));
  if (signal.aborted) return;
  countRun(model.row);
  const choices = [{ index: 0, text, logprobs: null, finish_reason: isCut ? 'length' : 'stop' }];
  const body = { object: 'text_completion', ...createFrame(model.id, 'cmpl'), choices };
  sendJson(response, body, 200, responseHeaders(request, ownProvider, startedAt));
}
