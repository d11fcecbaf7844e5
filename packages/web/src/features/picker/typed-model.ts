import { InputError, isTaskId, lookUpListedModel, type Connection, type ListedModel } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/app-context.ts';

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
  const [state, setState] = useState<{ pending?: string; error?: unknown; context?: string }>({});
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), [context]);
  return {
    pending: state.context === context ? state.pending : undefined,
    error: state.context === context ? state.error : undefined,
    reset() {
      request.current?.abort();
      setState({});
    },
    lookUp(id: string) {
      const controller = new AbortController();
      const { signal } = controller;
      request.current = controller;
      setState({ context, pending: id });
      find(session.connection(), id, signal).then(
        (model) => {
          if (signal.aborted) return;
          setState({});
          onFound(id, model);
        },
        (error: unknown) => signal.aborted || setState({ context, error }),
      );
    },
  };
}
