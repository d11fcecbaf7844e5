import { loaded, type ListedModel } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session-context.ts';

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
      loaded(() => import('./look-up.ts'))
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
