import {
  type CodeTab,
  type InferenceRequest,
  isFailure,
  loaded,
  missingLabels,
  plainModelId,
  type SessionState,
  visibleLine,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useApp, useSession, useSessionState } from '../../lib/app-context.ts';

/** The code of a run, as far as it is written. */
interface WrittenCode {
  readonly tabs: readonly CodeTab[];
  /** The one of them that is of the model's own library. */
  readonly library?: CodeTab;
  /** What is to be said: that it is being written, or what is missing for it. */
  readonly told?: string;
  readonly error?: unknown;
}

/** How long the person must have stopped typing, in milliseconds. */
const PAUSE = 200;

/** Writes the code of what is filled in now, and anew when that changes. */
export function useCode(): WrittenCode {
  const session = useSession();
  const { settings } = useApp();
  const isSandbox = settings.guestToken !== undefined;
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const values = useSessionState((state) => state.values);
  const parameters = useSessionState((state) => state.parameters);
  const choices = useSessionState((state) => state.choices);
  const view = useSessionState((state) => state.run.result?.view);
  const library = useLibraryTab();
  const [written, setWritten] = useState<WrittenCode>();
  const isFirst = useRef(true);

  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(() => void write().catch(fail), isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      ending.abort();
    };

    async function write(): Promise<void> {
      const { codeTabsOf, mediaTypeOf, requestNow } = await loaded(() => import('./load-tabs.ts'));
      const connection = session.connection();
      const state = session.getSnapshot();
      const request = await requestNow(connection, state, ending.signal);
      if (ending.signal.aborted) return;
      const contentType = view && mediaTypeOf(view);
      const tabs =
        request && codeTabsOf(request, connection, { isSandbox, ...(contentType ? { contentType } : {}) });
      const told = whyNot(state, request);
      setWritten({ tabs: tabs ?? [], ...(told === undefined ? {} : { told }) });
    }

    function fail(error: unknown): void {
      if (ending.signal.aborted) return;
      if (!isFailure(error)) throw error;
      setWritten({ tabs: [], error });
    }
  }, [session, isSandbox, task, model, values, parameters, choices, view]);

  const { tabs, ...rest } = written ?? { tabs: [], told: 'Writing the code' };
  return library ? { ...rest, tabs: [...tabs, library], library } : { ...rest, tabs };
}

/** Why the code is not that of what is filled in. */
function whyNot(state: SessionState, request: InferenceRequest | undefined): string | undefined {
  const missing = missingLabels(state).map(visibleLine);
  if (missing.length === 0) return undefined;
  const words = `Missing: ${missing.join(', ')}.`;
  return request
    ? `${words} This is the code of the last run.`
    : `${words} The code is that of a run: fill in the inputs first.`;
}

/** The code for the chosen model's own library, once it is there; it is an extra, of whose lack nothing is said. */
function useLibraryTab(): CodeTab | undefined {
  const session = useSession();
  const chosen = useSessionState((state) => state.model);
  const model = plainModelId(chosen ?? '');
  const [found, setFound] = useState<{ readonly model: string; readonly tab: CodeTab | undefined }>();
  useEffect(() => {
    if (model === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    loaded(() => import('./load-tabs.ts'))
      .then(({ libraryTabOf }) => libraryTabOf(session.connection(), model, signal))
      .then((tab) => {
        if (!signal.aborted) setFound({ model, tab });
      })
      .catch(() => undefined);
    return () => ending.abort();
  }, [session, model]);
  return found?.model === model ? found.tab : undefined;
}
