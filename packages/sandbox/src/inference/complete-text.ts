import { misbehave } from '../misbehaving/misbehave.ts';
import { ownProvider } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { parseJsonObject, readBody } from '../server/read-body.ts';
import { sendJson } from '../server/respond.ts';
import { requireToken } from '../server/token.ts';
import { answerHeaders, countRun } from './answer-headers.ts';
import { createFrame } from './chat/completion.ts';
import { requireServed } from './find-served.ts';
import { runDefinition } from './run-definition.ts';

/** What a model added to the prompt, from its answer `[{ generated_text }]`. */
function addedText(json: unknown, prompt: string): string {
  const [first] = json as { generated_text: string }[];
  const text = first?.generated_text ?? '';
  return text.startsWith(prompt) ? text.slice(prompt.length) : text;
}

/** `POST …/models/{id}/v1/completions`: plain completion in OpenAI's shape, for text generation. */
export async function completeText(exchange: Exchange): Promise<void> {
  const { request, response, signal } = exchange;
  requireToken(request);
  const model = requireServed(exchange);
  if (model.misbehaviour !== undefined) {
    await misbehave(exchange, model.misbehaviour);
    return;
  }
  const { definition } = model;
  if (definition?.task !== 'text-generation') {
    throw new HttpError(400, `Model ${model.id} does not complete text.`);
  }
  const { prompt, model: _model, max_tokens, ...rest } = parseJsonObject(await readBody(exchange));
  const parameters = max_tokens === undefined ? rest : { ...rest, max_new_tokens: max_tokens };
  const startedAt = performance.now();
  const answer = await runDefinition(definition, { inputs: prompt, parameters }, signal);
  const text = 'json' in answer ? addedText(answer.json, String(prompt)) : '';
  countRun(model.row);
  const choices = [{ index: 0, text, logprobs: null, finish_reason: 'stop' }];
  const completion = { object: 'text_completion', ...createFrame(model.id), choices };
  sendJson(response, completion, 200, answerHeaders(request, ownProvider, startedAt));
}
