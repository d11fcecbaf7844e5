import {
  HubApiError,
  InputError,
  lookUpListedModel,
  type Connection,
  type ListedModel,
} from '@tryout/engine';

/**
 * Asks the hub about a model that is in no list; loaded when the first one is asked for.
 * @throws InputError where there is no such model, and what `lookUpListedModel` throws
 */
export async function lookUp(connection: Connection, id: string, signal: AbortSignal): Promise<ListedModel> {
  return lookUpListedModel(connection, id, signal).catch((error: unknown) => {
    if (!(error instanceof HubApiError) || error.status !== 404) throw error;
    throw new InputError(`The Hub has no model ${id}`, { hint: 'Check the name; it may also be private.' });
  });
}
