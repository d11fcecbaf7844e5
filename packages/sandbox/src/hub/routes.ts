import type { Handler } from '../server/exchange.ts';
import type { Route } from '../server/router.ts';
import { refuseBadToken } from '../server/token.ts';
import { avatar } from './avatar.ts';
import { cardPage } from './card-page.ts';
import { homePage } from './home-page.ts';
import { listModels } from './list-models.ts';
import { modelInfo } from './model-info.ts';
import { repositoryFile } from './repository-file.ts';
import { listTasks } from './tasks.ts';
import { whoAmI } from './whoami.ts';

const model = '(?<model>[^/]+/[^/]+)';

function api(path: string, handler: Handler): Route {
  return {
    method: 'GET',
    path: new RegExp(`^/api/${path}$`),
    handler(exchange) {
      const headers = exchange.sandbox.rateWindow.count(Date.now());
      for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value);
      refuseBadToken(exchange.request);
      return handler(exchange);
    },
  };
}

/** The addresses of the hub that stand before those of the inference API. */
export const hubRoutes: readonly Route[] = [
  api('models', listModels),
  api(`models/${model}/revision/[^/]+`, modelInfo),
  api(`models/(?<model>[^/]+(?:/[^/]+)?)`, modelInfo),
  api('tasks', listTasks),
  api('whoami-v2', whoAmI),
  { method: 'GET', path: /^\/$/, handler: homePage },
  { method: 'GET', path: /^\/avatars\/(?<name>[a-z]+)\.png$/, handler: avatar },
];

/** Pages and files of the models: any two names make an address, so they come after all others. */
export const repositoryRoutes: readonly Route[] = [
  { method: 'GET', path: new RegExp(`^/${model}/resolve/main/(?<file>[^/]+)$`), handler: repositoryFile },
  { method: 'GET', path: new RegExp(`^/(?!inference/|files/|api/)${model}$`), handler: cardPage },
];
