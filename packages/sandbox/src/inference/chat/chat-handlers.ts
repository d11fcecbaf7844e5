import type { Exchange } from '../../server/exchange.ts';
import { HttpError } from '../../server/http-error.ts';
import { parseJsonObject, readBody } from '../../server/read-body.ts';
import { requireToken } from '../../server/token.ts';
import { misbehave } from '../../misbehaving/misbehave.ts';
import { ownProvider } from '../../providers/providers.ts';
import { findByProviderId, requireServed } from '../find-served.ts';
import { answerChat } from './answer-chat.ts';
import { chooseProvider, routerError, splitRoute } from './choose-provider.ts';

/** `POST …/models/{id}/v1/chat/completions`: hf-inference itself; the model is the one in the path. */
export async function chatWithModel(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const model = requireServed(exchange);
  if (model.misbehavior !== undefined) {
    await misbehave(exchange, model.misbehavior);
    return;
  }
  await answerChat(exchange, model, ownProvider, parseJsonObject(await readBody(exchange)));
}

function readModelName(body: Readonly<Record<string, unknown>>): string {
  const { model } = body;
  if (typeof model === 'string' && model !== '') return model;
  throw new HttpError(400, '`model` must be the id of a model.');
}

/** `POST /v1/chat/completions`: the router; the body names the model and perhaps a provider. */
export async function chatThroughRouter(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = parseJsonObject(await readBody(exchange));
  const routed = splitRoute(readModelName(body));
  const model = exchange.sandbox.registry.find(routed.id);
  if (model === undefined) {
    throw routerError(`The requested model '${routed.id}' does not exist`, 'model_not_found');
  }
  if (model.providers.length === 0) {
    throw routerError(`The requested model '${routed.id}' is served by no provider.`, 'model_not_supported');
  }
  if (model.misbehavior !== undefined) {
    await misbehave(exchange, model.misbehavior, body);
    return;
  }
  // A model without chat says so in its own words, whoever was asked for.
  const serving =
    model.definition?.chat === undefined ? ownProvider : chooseProvider(routed, model.providers).provider;
  await answerChat(exchange, model, serving, body);
}

/** `POST /groq/openai/v1/chat/completions`: a provider that knows the models under names of its own. */
export async function chatWithGroq(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const body = parseJsonObject(await readBody(exchange));
  const name = readModelName(body);
  const found = findByProviderId(exchange, 'groq', name);
  if (found === undefined) {
    throw new HttpError(404, {
      error: {
        message: `The model \`${name}\` does not exist or you do not have access to it.`,
        type: 'invalid_request_error',
        code: 'model_not_found',
      },
    });
  }
  await answerChat(exchange, found.model, 'groq', body);
}
