import { falResult, falStatus, falSubmit } from '../providers/fal-handlers.ts';
import { servedFile } from '../providers/file-store.ts';
import type { Handler } from '../server/exchange.ts';
import type { Route } from '../server/router.ts';
import { chatThroughRouter, chatWithGroq, chatWithModel } from './chat/chat-handlers.ts';
import { completeText } from './complete-text.ts';
import { listRouterModels } from './router-models.ts';
import { runModel } from './run-model.ts';

const model = '(?<model>[^/]+(?:/[^/]+)?)';
const task = '(?<task>[^/]+)';

function post(path: string, handler: Handler): Route {
  return { method: 'POST', path: new RegExp(`^/inference/${path}$`), handler };
}

function get(path: string, handler: Handler): Route {
  return { method: 'GET', path: new RegExp(`^/inference/${path}$`), handler };
}

/** The addresses of the inference API. Those of hf-inference also stand without its name, as at older hosts. */
export const inferenceRoutes: readonly Route[] = [
  get('v1/models', listRouterModels),
  post('v1/chat/completions', chatThroughRouter),
  post('groq/openai/v1/chat/completions', chatWithGroq),
  get('fal-ai/.+/requests/(?<request>[^/]+)/status', falStatus),
  get('fal-ai/.+/requests/(?<request>[^/]+)', falResult),
  post('fal-ai/(?<providerId>.+)', falSubmit),
  post(`(?:hf-inference/)?models/${model}/v1/chat/completions`, chatWithModel),
  post(`(?:hf-inference/)?models/${model}/v1/completions`, completeText),
  post(`(?:hf-inference/)?models/${model}/pipeline/${task}`, runModel),
  post(`(?:hf-inference/)?models/${model}`, runModel),
  post(`(?:hf-inference/)?pipeline/${task}/${model}`, runModel),
  { method: 'GET', path: /^\/files\/(?<file>[^/]+)$/, handler: servedFile },
];
