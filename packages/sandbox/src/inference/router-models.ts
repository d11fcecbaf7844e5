import type { HubModel } from '../hub/hub-model.ts';
import { contextLength, prices } from '../providers/providers.ts';
import type { Exchange } from '../server/exchange.ts';
import { sendJson } from '../server/respond.ts';

function describe({ id, row, providers }: HubModel): unknown {
  return {
    id,
    object: 'model',
    created: Math.floor(Date.parse(row['createdAt'] as string) / 1000),
    owned_by: row['author'],
    architecture: { input_modalities: ['text'], output_modalities: ['text'] },
    providers: providers.map(({ provider, status }) => ({
      provider,
      status,
      context_length: contextLength,
      ...(prices[provider] === undefined ? {} : { pricing: prices[provider] }),
      supports_tools: false,
      supports_structured_output: false,
      is_model_author: false,
    })),
  };
}

/** `GET /v1/models`: the chat models with who serves them, at what price and with how long a context. */
export function listRouterModels({ response, sandbox }: Exchange): void {
  const models = sandbox.registry.models.filter(({ providers }) =>
    providers.some(({ task }) => task === 'conversational'),
  );
  sendJson(response, { object: 'list', data: models.map(describe) });
}
