import type { HubModel } from '../hub/hub-model.ts';
import type { ProviderMapping } from '../options.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { ownProvider } from '../providers/providers.ts';

/**
 * The model that a path of hf-inference names.
 * @throws HttpError 404 when the hub does not have it, 400 when hf-inference does not serve it.
 */
export function requireServed({ sandbox, parts }: Exchange): HubModel {
  const id = parts['model'] ?? '';
  const model = sandbox.registry.find(id);
  if (model === undefined) throw new HttpError(404, `Model ${id} does not exist`);
  if (!model.providers.some(({ provider }) => provider === ownProvider)) {
    throw new HttpError(400, `Model not supported by provider ${ownProvider}`);
  }
  return model;
}

/** The model that a provider knows under its own id, with the mapping that says so. */
export function findByProviderId(
  { sandbox }: Exchange,
  provider: string,
  providerId: string,
): { model: HubModel; mapping: ProviderMapping } | undefined {
  for (const model of sandbox.registry.models) {
    const mapping = model.providers.find(
      (entry) => entry.provider === provider && entry.providerId === providerId,
    );
    if (mapping !== undefined) return { model, mapping };
  }
  return undefined;
}
