import {
  type Connection,
  HubApiError,
  InputError,
  isTaskId,
  type ListedModel,
  loaded,
  lookUpListedModel,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/app-context.ts';

/** A model whose id was typed. */
export interface TypedModel {
  /** The id that the hub is asked about. */
  readonly asking?: string;
  /** Why it cannot be chosen. */
  readonly error?: unknown;
  /** Asks whether there is such a model and who serves it, then chooses it. */
  lookUp(id: string): void;
  forget(): void;
}

/**
 * Asks the hub about an id that was typed before it is chosen: it may be mistyped.
 * @param place where the person is; what was asked at another one counts for nothing
 * @param way `lookUpWithTask` where its task is not known
 */
export function useTypedModel(
  place: string,
  onFound: (id: string, model: ListedModel) => void,
  way: 'lookUp' | 'lookUpWithTask' = 'lookUp',
): TypedModel {
  const session = useSession();
  const [state, setState] = useState<Pick<TypedModel, 'asking' | 'error'> & { readonly at?: string }>({});
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), [place]);
  return {
    ...(state.at === place ? state : {}),
    forget() {
      work.current?.abort();
      setState({});
    },
    lookUp(id) {
      const controller = new AbortController();
      const { signal } = controller;
      work.current = controller;
      setState({ at: place, asking: id });
      loaded(() => import('./typed-model.ts'))
        .then((ways) => ways[way](session.connection(), id, signal))
        .then(
          (model) => {
            if (signal.aborted) return;
            setState({});
            onFound(id, model);
          },
          (error: unknown) => signal.aborted || setState({ at: place, error }),
        );
    },
  };
}

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
