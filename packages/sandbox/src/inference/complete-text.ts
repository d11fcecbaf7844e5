import { ModelInputError, type ModelDefinition } from '../define-model.ts';
import { misbehave } from '../misbehaving/misbehave.ts';
import { ownProvider } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { parseJsonObject, readBody } from '../server/read-body.ts';
import { sendJson } from '../server/respond.ts';
import { requireToken } from '../server/token.ts';
import { answerHeaders, countRun } from './answer-headers.ts';
import { checkSampling, readCount } from './chat/check-sampling.ts';
import { createFrame } from './chat/completion.ts';
import { requireServed } from './find-served.ts';
import { readText } from './read-fields.ts';
import { runDefinition } from './run-definition.ts';
import { refuseLongTexts } from './size-limits.ts';

/** One below what the models give, so that one token more can be asked for. */
const mostTokens = 9999;

/** What a model added to the prompt, from its answer `[{ generated_text }]`. */
function addedText(json: unknown, prompt: string): string {
  const [first] = json as { generated_text: string }[];
  const text = first?.generated_text ?? '';
  return text.startsWith(prompt) ? text.slice(prompt.length) : text;
}

interface Completion {
  prompt: string;
  maxTokens: number | undefined;
  parameters: Readonly<Record<string, unknown>>;
}

/** Checks the body of a request. @throws HttpError 400 naming the field that is wrong. */
function readCompletion(body: Readonly<Record<string, unknown>>): Completion {
  const { prompt, model: _model, max_tokens, ...parameters } = body;
  try {
    refuseLongTexts([prompt], 'prompt');
    checkSampling(body);
    const maxTokens = readCount(max_tokens, 'max_tokens');
    if (maxTokens !== undefined && maxTokens > mostTokens) {
      throw new ModelInputError(`\`max_tokens\` must be at most ${mostTokens}.`);
    }
    return { prompt: readText(prompt, 'prompt'), maxTokens, parameters };
  } catch (error) {
    if (error instanceof ModelInputError) throw new HttpError(400, error.message);
    throw error;
  }
}

/** The text that a model adds to the prompt with at most so many tokens. */
async function addTo(
  definition: ModelDefinition,
  { prompt, parameters }: Completion,
  most: number | undefined,
  signal: AbortSignal,
): Promise<string> {
  // With the prompt in front it is certain what was added, also when an answer repeats the prompt.
  const whole = { ...parameters, return_full_text: true };
  const limited = most === undefined ? whole : { ...whole, max_new_tokens: most };
  const answer = await runDefinition(definition, { inputs: prompt, parameters: limited }, signal);
  return 'json' in answer ? addedText(answer.json, prompt) : '';
}

/**
 * `POST …/models/{id}/v1/completions`: plain completion in OpenAI's shape, for text generation. The models draw the same
 * tokens each time, so an answer was cut by `max_tokens` if one token more makes it longer.
 */
export async function completeText(exchange: Exchange): Promise<void> {
  const { request, response, signal } = exchange;
  requireToken(request);
  const model = requireServed(exchange);
  if (model.misbehavior !== undefined) {
    await misbehave(exchange, model.misbehavior);
    return;
  }
  const { definition } = model;
  if (definition?.task !== 'text-generation') {
    throw new HttpError(400, `Model ${model.id} does not complete text.`);
  }
  const completed = readCompletion(parseJsonObject(await readBody(exchange)));
  const startedAt = performance.now();
  const complete = (most: number | undefined) => addTo(definition, completed, most, signal);
  const text = await complete(completed.maxTokens);
  const isCut = completed.maxTokens !== undefined && text !== (await complete(completed.maxTokens + 1));
  if (signal.aborted) return;
  countRun(model.row);
  const choices = [{ index: 0, text, logprobs: null, finish_reason: isCut ? 'length' : 'stop' }];
  const completion = { object: 'text_completion', ...createFrame(model.id, 'cmpl'), choices };
  sendJson(response, completion, 200, answerHeaders(request, ownProvider, startedAt));
}
