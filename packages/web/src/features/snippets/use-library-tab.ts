import { loaded, plainModelId, type CodeTab } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../lib/session-context.ts';

/** The code for the chosen model's own library, once it is there; it is an extra, of whose lack nothing is said. */
export function useLibraryTab(): CodeTab | undefined {
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
