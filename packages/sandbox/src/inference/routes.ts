import { cancelFalJob, sendFalFile, sendFalResult, sendFalStatus, submitFalJob } from './fal-routes.ts';
import { contextLength, prices } from '../exchange/providers.ts';
import type { Exchange, Handler, Route } from '../exchange/exchange.ts';
import { sendJson } from '../exchange/http.ts';
import { chatWithGroq, chatWithModel, chatWithRouter } from './chat/chat.ts';
import { runModel } from './run.ts';

/** `GET /v1/models`: the chat models with their providers. */
function listRouterModels({ response, sandbox }: Exchange): void {
  const models = sandbox.registry.models.filter(({ providers }) =>
    providers.some(({ task }) => task === 'conversational'),
  );
  const data = models.map(({ id, row, providers }) => ({
    id,
    object: 'model',
    created: Math.floor(Date.parse(String(row.createdAt)) / 1000),
    owned_by: row.author,
    providers: providers.map(({ provider, status }) => ({
      provider,
      status,
      context_length: contextLength,
      pricing: prices[provider],
    })),
  }));
  sendJson(response, { object: 'list', data });
}

const model = '(?<model>[^/]+(?:/[^/]+)?)';
const task = '(?<task>[^/]+)';

function createRoute(method: Route['method'], path: string, handler: Handler): Route {
  return { method, path: new RegExp(`^/inference/${path}$`), handler };
}

/** The paths of hf-inference also work without its name, as on older hosts. */
export const inferenceRoutes: readonly Route[] = [
  createRoute('GET', 'v1/models', listRouterModels),
  createRoute('POST', 'v1/chat/completions', chatWithRouter),
  createRoute('POST', 'groq/openai/v1/chat/completions', chatWithGroq),
  createRoute('GET', 'fal-ai/.+/requests/(?<request>[^/]+)/status', sendFalStatus),
  createRoute('GET', 'fal-ai/.+/requests/(?<request>[^/]+)', sendFalResult),
  createRoute('PUT', 'fal-ai/.+/requests/(?<request>[^/]+)/cancel', cancelFalJob),
  createRoute('POST', 'fal-ai/(?<providerId>.+)', submitFalJob),
  createRoute('POST', `(?:hf-inference/)?models/${model}/v1/chat/completions`, chatWithModel),
  createRoute('POST', `(?:hf-inference/)?models/${model}/pipeline/${task}`, runModel),
  createRoute('POST', `(?:hf-inference/)?models/${model}`, runModel),
  createRoute('POST', `(?:hf-inference/)?pipeline/${task}/${model}`, runModel),
  { method: 'GET', path: /^\/files\/(?<file>[^/]+)$/, handler: sendFalFile },
];
