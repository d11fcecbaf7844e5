import { InputError, isTaskId, lookUpListedModel, type Connection, type ListedModel } from '@tryout/engine';
import { useState } from 'react';
import { useSession } from '../../lib/app-context.ts';
import { useLoaded } from '../../lib/use-loaded.ts';

/** @throws InputError if the model has no task that Tryout supports */
export async function lookUpWithTask(
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): Promise<ListedModel> {
  const model = await lookUpListedModel(connection, id, signal);
  const { task } = model;
  if (task !== undefined && isTaskId(task)) return model;
  throw new InputError(
    task === undefined
      ? `The Hub lists no task for ${id}`
      : `${id} is for the task ${task}, which Tryout does not support`,
    { hint: 'Choose a task first, then search for the model.' },
  );
}

/**
 * Looks up a typed model ID before choosing it, in case of a typo.
 * @param context the current task and model; results for another context are dropped
 */
export function useTypedModel(
  context: string,
  onFound: (id: string, model: ListedModel) => void,
  find = lookUpListedModel,
) {
  const session = useSession();
  const [typed, setTyped] = useState<{ readonly id: string; readonly context: string }>();
  const current = typed?.context === context ? typed : undefined;
  const { value: isFound, error } = useLoaded(current, async ({ id }, signal) => {
    const model = await find(session.connection(), id, signal);
    if (!signal.aborted) onFound(id, model);
    return true;
  });
  return {
    pending: isFound || error !== undefined ? undefined : current?.id,
    error,
    reset: () => setTyped(undefined),
    lookUp: (id: string) => setTyped({ id, context }),
  };
}
