import {
  isFailure,
  LOOKING_UP_PARAMETERS,
  messageOf,
  parameterSpecsNow,
  type ParameterSpec,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';

/** The parameters of the task; until they are there, what is to be said. */
export interface FoundSpecs {
  readonly specs?: readonly ParameterSpec[];
  readonly told: string;
}

/** Loads the parameters of the task as the chosen model takes them. */
export function useParameterSpecs(): FoundSpecs {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const choices = useSessionState((state) => state.choices);
  const [found, setFound] = useState<FoundSpecs>({ told: LOOKING_UP_PARAMETERS });
  useEffect(() => {
    const ending = new AbortController();
    parameterSpecsNow(session.connection(), { task, model, choices }, ending.signal).then(
      (specs) => {
        if (!ending.signal.aborted) setFound({ specs, told: '' });
      },
      (error: unknown) => {
        if (!isFailure(error)) throw error;
        if (!ending.signal.aborted) setFound({ told: messageOf(error) });
      },
    );
    return () => ending.abort();
  }, [session, task, model, choices]);
  return found;
}
