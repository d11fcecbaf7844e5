import { loaded, type ListedModel } from '@tryout/engine';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../lib/session-context.ts';

/** What the hub says of a model; empty while it is asked. */
export interface LookedUp {
  readonly model?: ListedModel;
  readonly error?: unknown;
}

const nothing: LookedUp = {};

/**
 * Asks the hub about a model.
 * @param id undefined for none
 * @returns what it said, and how to ask again
 */
export function useLookUp(id: string | undefined): LookedUp & { readonly askAgain: () => void } {
  const session = useSession();
  const [answer, setAnswer] = useState<LookedUp & { readonly id: string }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    const { signal, abort } = abortable();
    loaded(() => import('./look-up.ts'))
      .then(({ lookUp }) => lookUp(session.connection(), id, signal))
      .then(
        (model) => signal.aborted || setAnswer({ id, model }),
        (error: unknown) => signal.aborted || setAnswer({ id, error }),
      );
    return abort;
  }, [session, id, attempt]);
  const askAgain = useCallback(() => {
    setAnswer(undefined);
    setAttempt((last) => last + 1);
  }, []);
  return { ...(answer?.id === id ? answer : nothing), askAgain };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
