import { HubResponseError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { getModelJson } from './get-model-json.ts';
import { readListedModel, type ListedModel } from './listed-model.ts';
import { listedFields } from './listing.ts';

/**
 * What a listing would say of a model that is in none, for example since few download it.
 * @returns it under the id that was asked for, also where the Hub has renamed it
 * @throws InputError, HubApiError (404 when there is no such model), HubResponseError, and what `send` throws
 */
export async function lookUpListedModel(
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): Promise<ListedModel> {
  const found = readListedModel(await getModelJson(connection, id, listedFields, signal));
  if (!found)
    throw new HubResponseError('expected a model', { url: `${connection.hubUrl}/api/models/${id}` });
  return { ...found, name: id };
}
