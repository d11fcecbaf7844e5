import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { sendJson } from '../server/respond.ts';
import { describedRow } from './expand.ts';
import type { HubModel } from './hub-model.ts';

/**
 * The model that a path names.
 * @throws HttpError 404 in the Hub's words when there is none.
 */
export function requireRepository({ sandbox, parts }: Exchange): HubModel {
  const model = sandbox.registry.find(parts['model'] ?? '');
  if (model !== undefined) return model;
  throw new HttpError(404, 'Repository not found', {
    'X-Error-Code': 'RepoNotFound',
    'X-Error-Message': 'Repository not found',
  });
}

/** `GET /api/models/{id}`: one model, with its default fields or those that `expand` names. */
export function modelInfo(exchange: Exchange): void {
  const { row } = requireRepository(exchange);
  sendJson(exchange.response, describedRow(row, exchange.url.searchParams));
}
