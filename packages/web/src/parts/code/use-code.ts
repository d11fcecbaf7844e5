import {
  createCodeTabs,
  loadLibraryTab,
  getMediaType,
  missingText,
  pause,
  plainModelId,
  currentRequest,
  type CodeTab,
  type InferenceRequest,
  type SessionState,
} from '@tryout/engine';
import { useMemo } from 'react';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { useLoaded } from '../../lib/hooks.ts';

interface RunCode {
  readonly tabs: readonly CodeTab[];
  readonly library?: CodeTab | undefined;
  /** A loading message, or the missing inputs. */
  readonly status?: string | undefined;
  readonly error?: unknown;
}

const loading: RunCode = { tabs: [], status: 'Loading the code' };

/** Milliseconds between the last change and an update of the code. */
const DELAY = 200;

/** The code for the current inputs. */
export function useCode(): RunCode {
  const { settings } = useApp();
  const session = useSession();
  const isSandbox = settings.guestToken !== undefined;
  const { task, model, values, parameters, choices, run } = useSessionState((state) => state);
  const view = run.result?.view;
  // Optional, so errors are ignored.
  const { value: library } = useLoaded(plainModelId(model ?? '') || undefined, (id, signal) =>
    loadLibraryTab(session.connection(), id, signal),
  );
  const inputs = useMemo(
    () => ({ task, model, values, parameters, choices, view }),
    [task, model, values, parameters, choices, view],
  );
  const { last: code = loading } = useLoaded(inputs, async (_inputs, signal): Promise<RunCode> => {
    await pause(DELAY, signal);
    const connection = session.connection();
    const state = session.getSnapshot();
    try {
      const request = await currentRequest(connection, state, signal);
      const contentType = view && getMediaType(view);
      const tabs = request ? createCodeTabs(request, connection, { isSandbox, contentType }) : [];
      return { tabs, status: getMissingNote(state, request) };
    } catch (error) {
      return { tabs: [], error };
    }
  });

  return { ...code, tabs: library ? [...code.tabs, library] : code.tabs, library };
}

function getMissingNote(state: SessionState, request: InferenceRequest | undefined): string | undefined {
  const missing = missingText(state);
  if (missing === '') return undefined;
  return request
    ? `This is the code of the last run. ${missing} for another.`
    : `${missing} to get the code.`;
}
