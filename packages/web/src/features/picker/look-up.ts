import {
  HubApiError,
  InputError,
  isTaskId,
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

/**
 * The same, of a model whose task is not known yet.
 * @throws InputError as well where it is made for no task that can be tried
 */
export async function lookUpWithTask(
  connection: Connection,
  id: string,
  signal: AbortSignal,
): Promise<ListedModel> {
  const model = await lookUp(connection, id, signal);
  const { task } = model;
  if (task !== undefined && isTaskId(task)) return model;
  const what =
    task === undefined ? `The Hub does not say what ${id} is made for` : `${id} is made for ${task}`;
  throw new InputError(what, { hint: 'Choose a task for it, then look for it among its models.' });
}
