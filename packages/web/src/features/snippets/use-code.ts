import {
  codeTabsOf,
  isFailure,
  libraryTabOf,
  mediaTypeOf,
  missingLabels,
  plainModelId,
  currentRequest,
  visibleLine,
  type CodeTab,
  type InferenceRequest,
  type SessionState,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useApp, useSessionState } from '../../lib/app-context.ts';
import { useLoaded } from '../../lib/use-loaded.ts';

interface RunCode {
  readonly tabs: readonly CodeTab[];
  readonly library?: CodeTab | undefined;
  /** A loading message, or the missing inputs. */
  readonly status?: string | undefined;
  readonly error?: unknown;
}

/** Milliseconds between the last change and an update of the code. */
const DELAY = 200;

/** The code for the current inputs. */
export function useCode(): RunCode {
  const { session, settings } = useApp();
  const isSandbox = settings.guestToken !== undefined;
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const values = useSessionState((state) => state.values);
  const parameters = useSessionState((state) => state.parameters);
  const choices = useSessionState((state) => state.choices);
  const view = useSessionState((state) => state.run.result?.view);
  // Optional, so errors are ignored.
  const { value: library } = useLoaded(plainModelId(model ?? '') || undefined, (id, signal) =>
    libraryTabOf(session.connection(), id, signal),
  );
  const [code, setCode] = useState<RunCode>({ tabs: [], status: 'Loading the code' });
  const isFirst = useRef(true);

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    const update = async () => {
      const connection = session.connection();
      const state = session.getSnapshot();
      try {
        const prepared = await currentRequest(connection, state, signal);
        if (signal.aborted) return;
        const contentType = view && mediaTypeOf(view);
        const tabs = prepared ? codeTabsOf(prepared, connection, { isSandbox, contentType }) : [];
        setCode({ tabs, status: missingNote(state, prepared) });
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailure(error)) throw error;
        setCode({ tabs: [], error });
      }
    };
    const timer = setTimeout(() => void update(), isFirst.current ? 0 : DELAY);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [session, isSandbox, task, model, values, parameters, choices, view]);

  return { ...code, tabs: library ? [...code.tabs, library] : code.tabs, library };
}

/** Undefined if no inputs are missing. */
function missingNote(state: SessionState, request: InferenceRequest | undefined): string | undefined {
  const missing = missingLabels(state).map(visibleLine);
  if (missing.length === 0) return undefined;
  const note = request ? 'This is the code of the last run.' : 'Fill in the inputs to get the code.';
  return `Missing: ${missing.join(', ')}. ${note}`;
}
